import { SiwxNonce } from '@bullring/wire/siwx/nonce'
import { SiwxRevokeResponse } from '@bullring/wire/siwx/revoke'
import { SiwxSession as WireSession } from '@bullring/wire/siwx/session'
import { SiwxVerifyResponse } from '@bullring/wire/siwx/verify'
import { askService, ServiceRefusedError } from './ask-service.ts'
import type { Persistence } from './persistence.ts'
import { SignatureRejectedError } from './signature-rejected.ts'
import type { Siwx, SiwxOptions } from './siwx.ts'
import { createSiwxMessage, type Page } from './siwx-message.ts'

const KEY = 'siwx-token'

type ServerSiwxParts = {
  options: SiwxOptions
  /** Origin of the wallet service. */
  baseUrl: string
  persistence: Persistence
  page: () => Page
  now?: () => number
}

/** Sign-ins kept by the wallet service: it gives the number, checks the signature, knows who is signed in. */
export function createServerSiwx(parts: ServerSiwxParts): Siwx {
  const { options, baseUrl, persistence, page, now = Date.now } = parts
  const urlOf = (path: string) => `${baseUrl.replace(/\/$/, '')}/siwx/${path}`
  const readToken = () => {
    const token = persistence.read(KEY)
    return typeof token === 'string' ? token : undefined
  }
  return {
    isRequired: options.isRequired ?? true,
    createMessage: async (account) => {
      const call = { url: urlOf('nonce'), method: 'POST', schema: SiwxNonce } as const
      const { nonce } = await askService(call)
      return createSiwxMessage({ account, nonce, page: page(), options, now: now() })
    },
    addSession: async ({ text, signature }) => {
      const body = { message: text, signature }
      // The number in the message is good once: asked again, the service would say no.
      const call = { url: urlOf('verify'), schema: SiwxVerifyResponse, body, retryCount: 0 }
      const { token } = await askService(call).catch(throwRejected)
      persistence.write(KEY, token)
    },
    getSessions: async ({ address, chainId }) => {
      const token = readToken()
      if (token === undefined) return []
      const session = await readSession(urlOf('session'), token)
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
      await askService({ ...call, token })
    },
  }
}

/** Null when the token is no longer good. */
async function readSession(url: string, token: string): Promise<WireSession | null> {
  try {
    return await askService({ url, schema: WireSession, token })
  } catch (error) {
    if (error instanceof ServiceRefusedError && error.status === 401) return null
    throw error
  }
}

/** What the service refuses after the wallet has signed, it refuses because of the signature. */
function throwRejected(error: unknown): never {
  if (error instanceof ServiceRefusedError && [400, 401, 422].includes(error.status)) {
    throw new SignatureRejectedError(error.message, { cause: error })
  }
  throw error
}
