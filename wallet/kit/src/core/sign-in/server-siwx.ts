import { SiwxNonce } from '@bullring/wallet-api/siwx/nonce'
import { SiwxRevokeResponse } from '@bullring/wallet-api/siwx/revoke'
import { SiwxSession as WireSession } from '@bullring/wallet-api/siwx/session'
import { SiwxVerifyResponse } from '@bullring/wallet-api/siwx/verify'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import type { JsonRequest } from '@bullring/wire/http/request-json'
import type { parse } from '@bullring/wire/parse'
import type { QueryClient } from '@tanstack/react-query'
import type { Persistence } from '#core/persistence.ts'
import { isRefusal } from '#core/service/refusal.ts'
import {
  createWalletService,
  type WalletService,
  type WalletServiceOptions,
} from '#core/service/wallet-service.ts'
import { SignatureRejectedError } from './signature-rejected-error.ts'
import type { Siwx, SiwxOptions } from './siwx.ts'
import { createSiwxMessage, createSiwxRequest, type Page } from './siwx-message.ts'

type Schema = Parameters<typeof parse>[0]

const KEY = 'siwx-token'

type ServerSiwxDeps = WalletServiceOptions & {
  options: SiwxOptions
  queryClient: QueryClient
  persistence: Persistence
  page: () => Page
  now?: () => number
}

/** Keeps sign-ins at the wallet service, which issues the nonce, verifies the signature and stores the session. */
export function createServerSiwx(deps: ServerSiwxDeps): Siwx {
  const { options, persistence, page, now = Date.now } = deps
  const service = createWalletService(deps)
  const fetchRetrying = createFetchRetrying(service, deps.queryClient)
  const readToken = () => {
    const token = persistence.read(KEY)
    return typeof token === 'string' ? token : undefined
  }
  const newInput = async () => {
    const { nonce } = await fetchRetrying('nonce', { method: 'POST', schema: SiwxNonce })
    return { nonce, page: page(), options, now: now() }
  }
  return {
    isRequired: options.isRequired ?? true,
    createMessage: async (account) => createSiwxMessage({ account, ...(await newInput()) }),
    createRequest: async () => createSiwxRequest(await newInput()),
    addSession: async ({ text, signature }) => {
      const body = { message: text, signature }
      // Not retried: a nonce is valid once, so the service would refuse the second request.
      const call = { url: service.urlOf('siwx/verify'), schema: SiwxVerifyResponse, body }
      const { token } = await service.request(call).catch(throwRejected)
      persistence.write(KEY, token)
    },
    getSessions: async ({ address, chainId }) => {
      const token = readToken()
      if (token === undefined) return []
      const session = await fetchRetrying('session', { schema: WireSession, token }).catch(
        nullOnUnauthorized,
      )
      if (session === null) {
        persistence.remove(KEY)
        return []
      }
      const isThisAccount = session.address.toLowerCase() === address.toLowerCase()
      if (!isThisAccount || session.chainId !== toCaipNetworkId(chainId)) return []
      return [{ address, chainId, expiresAt: session.expiresAt, token }]
    },
    revokeSession: async () => {
      const token = readToken()
      if (token === undefined) return
      persistence.remove(KEY)
      await fetchRetrying('revoke', { method: 'POST', schema: SiwxRevokeResponse, token })
    },
  }
}

/** Sends requests that are safe to repeat: the kit's query client retries them. */
function createFetchRetrying(service: WalletService, queryClient: QueryClient) {
  return <schema extends Schema>(path: string, call: Omit<JsonRequest<schema>, 'url'>) =>
    queryClient.fetchQuery({
      queryKey: ['siwx', path, call.token],
      queryFn: () => service.request<schema>({ ...call, url: service.urlOf(`siwx/${path}`) }),
      gcTime: 0,
    })
}

/** Returns null if the token is no longer valid. */
function nullOnUnauthorized(error: unknown): null {
  if (isRefusal(error) && error.status === 401) return null
  throw error
}

/** Once the wallet has signed, a refusal concerns the signature. */
function throwRejected(error: unknown): never {
  if (isRefusal(error) && [400, 401, 422].includes(error.status)) {
    throw new SignatureRejectedError(error.message, { cause: error })
  }
  throw error
}
