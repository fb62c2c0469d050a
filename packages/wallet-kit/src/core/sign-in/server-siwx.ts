import { SiwxNonce } from '@bullring/wire/siwx/nonce'
import { SiwxRevokeResponse } from '@bullring/wire/siwx/revoke'
import { SiwxSession as WireSession } from '@bullring/wire/siwx/session'
import { SiwxVerifyResponse } from '@bullring/wire/siwx/verify'
import { askTelling, ServiceRefusedError } from '#core/ask-service.ts'
import type { Persistence } from '#core/persistence.ts'
import { SignatureRejectedError } from './signature-rejected.ts'
import type { Siwx, SiwxOptions } from './siwx.ts'
import { createSiwxMessage, type Page } from './siwx-message.ts'

const KEY = 'siwx-token'

type ServerSiwxParts = {
  options: SiwxOptions
  /** Origin of the wallet service. */
  baseUrl: string
  /** Names the app to the service. */
  projectId: string
  /** Hears of refusals, for the alert bar: they may be a mistake in the app's configuration. */
  onRefused?: (error: unknown) => void
  persistence: Persistence
  page: () => Page
  now?: () => number
}

/** Sign-ins kept by the wallet service: it gives the number, checks the signature, knows who is signed in. */
export function createServerSiwx(parts: ServerSiwxParts): Siwx {
  const { options, baseUrl, projectId, persistence, page, now = Date.now } = parts
  const ask = askTelling(parts.onRefused)
  const urlOf = (path: string) =>
    `${baseUrl.replace(/\/$/, '')}/siwx/${path}?${new URLSearchParams({ projectId })}`
  const readToken = () => {
    const token = persistence.read(KEY)
    return typeof token === 'string' ? token : undefined
  }
  return {
    isRequired: options.isRequired ?? true,
    createMessage: async (account) => {
      const call = { url: urlOf('nonce'), method: 'POST', schema: SiwxNonce } as const
      const { nonce } = await ask(call)
      return createSiwxMessage({ account, nonce, page: page(), options, now: now() })
    },
    addSession: async ({ text, signature }) => {
      const body = { message: text, signature }
      // The number in the message is good once: asked again, the service would say no.
      const call = { url: urlOf('verify'), schema: SiwxVerifyResponse, body, retryCount: 0 }
      const { token } = await ask(call).catch(throwRejected)
      persistence.write(KEY, token)
    },
    getSessions: async ({ address, chainId }) => {
      const token = readToken()
      if (token === undefined) return []
      const session = await ask({ url: urlOf('session'), schema: WireSession, token }).catch(nobody)
      if (session === null) {
        persistence.remove(KEY)
        return []
      }
      const isThisAccount = session.address.toLowerCase() === address.toLowerCase()
      if (!isThisAccount || session.chainId !== `eip155:${chainId}`) return []
      return [{ address, chainId, expiresAt: session.expiresAt }]
    },
    revokeSession: async () => {
      const token = readToken()
      if (token === undefined) return
      persistence.remove(KEY)
      const call = { url: urlOf('revoke'), method: 'POST', schema: SiwxRevokeResponse } as const
      await ask({ ...call, token })
    },
  }
}

/** The token is no longer good. */
function nobody(error: unknown): null {
  if (error instanceof ServiceRefusedError && error.status === 401) return null
  throw error
}

/** What the service refuses after the wallet has signed, it refuses because of the signature. */
function throwRejected(error: unknown): never {
  if (error instanceof ServiceRefusedError && [400, 401, 422].includes(error.status)) {
    throw new SignatureRejectedError(error.message, { cause: error })
  }
  throw error
}
