import type { ChainAccess } from '#core/chain-access.ts'
import type { Persistence } from '#core/persistence.ts'
import { SignatureRejectedError } from './signature-rejected-error.ts'
import type { SignedSiwxMessage, Siwx, SiwxAccount, SiwxOptions, SiwxSession } from './siwx.ts'
import { createNonce, createSiwxMessage, createSiwxRequest, type Page } from './siwx-message.ts'

const KEY = 'siwx-sessions'

type LocalSiwxDeps = {
  options: SiwxOptions
  persistence: Persistence
  chain: Pick<ChainAccess, 'isSignatureValid'>
  page: () => Page
  now?: () => number
}

/**
 * Keeps sign-ins in the browser. They prove to the page, not to a server, who owns the account: anyone
 * with access to the browser can forge them.
 */
export function createLocalSiwx(deps: LocalSiwxDeps): Siwx {
  const { options, persistence, chain, page, now = Date.now } = deps
  const readFresh = () => readSessions(persistence).filter((session) => isFresh(session, now()))
  const newInput = () => ({ nonce: createNonce(), page: page(), options, now: now() })
  return {
    isRequired: options.isRequired ?? true,
    createMessage: async (account) => createSiwxMessage({ account, ...newInput() }),
    createRequest: async () => createSiwxRequest(newInput()),
    addSession: async ({ fields, text, signature }: SignedSiwxMessage) => {
      const { accountAddress: address, chainId, expirationTime } = fields
      if (!(await chain.isSignatureValid({ address, chainId, message: text, signature }))) {
        throw new SignatureRejectedError('The signature does not belong to this account')
      }
      const session = { address, chainId, expiresAt: expirationTime ?? null }
      const others = readFresh().filter((known) => !isOf(known, session))
      persistence.write(KEY, [...others, session])
    },
    getSessions: async (account) => readFresh().filter((session) => isOf(session, account)),
    revokeSession: (account) => {
      const others = readFresh().filter((session) => !isOf(session, account))
      persistence.write(KEY, others)
      return Promise.resolve()
    },
  }
}

function isOf(session: SiwxAccount, { address, chainId }: SiwxAccount): boolean {
  return session.chainId === chainId && session.address.toLowerCase() === address.toLowerCase()
}

function isFresh({ expiresAt }: SiwxSession, now: number): boolean {
  return expiresAt === null || Date.parse(expiresAt) > now
}

function readSessions(persistence: Persistence): SiwxSession[] {
  const stored = persistence.read(KEY)
  return Array.isArray(stored) ? stored.filter(isSession) : []
}

function isSession(value: unknown): value is SiwxSession {
  if (typeof value !== 'object' || value === null) return false
  const { address, chainId, expiresAt } = value as Partial<Record<keyof SiwxSession, unknown>>
  const isDated = expiresAt === null || typeof expiresAt === 'string'
  return typeof address === 'string' && typeof chainId === 'number' && isDated
}
