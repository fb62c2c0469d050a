import type { Address, Hex } from 'viem'
import type { Database } from '../db/database.ts'
import { NoSessionError, UnknownNonceError } from './errors.ts'
import { readSignInMessage } from './read-message.ts'
import {
  createNonceToken,
  createToken,
  formatToken,
  hashOf,
  isSecretOf,
  nonceOf,
  parseToken,
} from './session-token.ts'
import {
  deleteSession,
  findSession,
  insertNonce,
  insertSession,
  type StoredSession,
  takeNonce,
  updateMetadata,
} from './sign-in.queries.ts'

/** R-SIGNIN-7. */
const SESSION_SECONDS = 7 * 24 * 3_600
const NONCE_SECONDS = 5 * 60

export type SignInDeps = {
  db: Database
  nowMs: () => number
  hasChain: (chainId: number) => boolean
  /** @throws unless the account signed the message. */
  verify: (
    chainId: number,
    signed: { address: Address; message: string; signature: Hex },
  ) => Promise<void>
}

export type SignIn = ReturnType<typeof createSignIn>

/** Creates the sign-in with a wallet (EIP-4361) and its sessions. */
export function createSignIn({ db, nowMs, hasChain, verify }: SignInDeps) {
  const now = () => Math.floor(nowMs() / 1_000)
  return {
    issueNonce: async (): Promise<{ nonce: string; token: string; expiresAt: number }> => {
      const token = createNonceToken()
      const nonce = nonceOf(token)
      const expiresAt = now() + NONCE_SECONDS
      await insertNonce(db, { hash: hashOf(nonce), expiresAt }, now())
      return { nonce, token, expiresAt }
    },

    /**
     * Opens a session for a signed message. The nonce is consumed first: any further attempt needs a new
     * message.
     *
     * @param text - The message in the form of EIP-4361, if it was signed in another one.
     */
    open: async (
      signed: { message: string; signature: Hex },
      sites: readonly string[],
      text = signed.message,
    ): Promise<{ token: string; session: StoredSession }> => {
      const rules = { now: new Date(nowMs()), sites, hasChain }
      const { nonce, ...signIn } = readSignInMessage(text, rules)
      if (!(await takeNonce(db, hashOf(nonce), now()))) throw new UnknownNonceError()
      await verify(signIn.chainId, { ...signed, address: signIn.address })
      const token = createToken()
      const session: StoredSession = {
        id: token.id,
        secretHash: hashOf(token.secret),
        address: signIn.address,
        chainId: signIn.chainId,
        domain: signIn.domain,
        issuedAt: now(),
        expiresAt: endOf(signIn.expiresAt, now()),
        metadata: {},
      }
      await insertSession(db, session)
      return { token: formatToken(token), session }
    },

    /** @throws {NoSessionError} */
    find: async (
      authorization: string | undefined,
      sites: readonly string[],
    ): Promise<StoredSession> => {
      const token = parseToken(authorization)
      const session = token && (await findSession(db, token.id, now()))
      if (!session || !isSecretOf(token.secret, session.secretHash)) throw new NoSessionError()
      // A stolen token is useless on another site.
      const hosts = sites.map((site) => new URL(site).host)
      if (!hosts.includes(session.domain)) throw new NoSessionError()
      return session
    },

    setMetadata: ({ id }: StoredSession, metadata: Record<string, unknown>): Promise<void> =>
      updateMetadata(db, id, metadata),

    end: (session: StoredSession): Promise<void> => deleteSession(db, session.id),
  }
}

function endOf(messageEnd: Date | null, now: number): number {
  const end = now + SESSION_SECONDS
  return messageEnd === null ? end : Math.min(end, Math.floor(messageEnd.getTime() / 1_000))
}
