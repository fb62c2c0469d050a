import type { KeyChain } from '../crypto/key-chain.ts'
import { CODES, WalletConnectError } from '../errors/walletconnect-error.ts'
import type { Deadlines } from '../expiry/deadlines.ts'
import { Records, type Storage } from '../storage/storage.ts'
import { isSession, type Session } from './session.ts'

/** Why a session is over. */
export type EndReason = { code: number; message: string }

const EXPIRED: EndReason = { code: CODES.expired, message: 'The session has expired.' }

export type SessionDeps = {
  storage: Storage
  keyChain: KeyChain
  deadlines: Deadlines
  unsubscribe: (topic: string) => Promise<void>
  onEnded: (session: Session, reason: EndReason) => void
}

/** The sessions of a client, each until it is ended or expires. */
export class Sessions {
  readonly #deps: SessionDeps
  readonly #sessions: Records<Session>

  private constructor(deps: SessionDeps, sessions: Records<Session>) {
    this.#deps = deps
    this.#sessions = sessions
  }

  static async open(deps: SessionDeps): Promise<Sessions> {
    return new Sessions(deps, await Records.open(deps.storage, 'session', isSession))
  }

  all(): Session[] {
    return this.#sessions.all().map(([, session]) => session)
  }

  find(topic: string): Session | undefined {
    return this.#sessions.get(topic)
  }

  /** @throws {WalletConnectError} when there is none. */
  get(topic: string): Session {
    const session = this.#sessions.get(topic)
    if (session !== undefined) return session
    throw new WalletConnectError(CODES.notFound, 'There is no such session.')
  }

  /** Starts the timers of stored sessions, and ends those that have expired. */
  resume(): void {
    for (const session of this.all()) this.#expire(session)
  }

  async set(session: Session): Promise<void> {
    await this.#sessions.set(session.topic, session)
    this.#expire(session)
  }

  /** Changes a session, unless a later request has already done so: `undefined` then, and for unknown ones. */
  async change(
    topic: string,
    request: { id: number; method: string },
    changes: Partial<Pick<Session, 'namespaces' | 'expiryMs'>>,
  ): Promise<Session | undefined> {
    const session = this.#sessions.get(topic)
    if (session === undefined || (session.lastIds[request.method] ?? 0) >= request.id) return
    const lastIds = { ...session.lastIds, [request.method]: request.id }
    const changed: Session = { ...session, ...changes, lastIds }
    await this.set(changed)
    return changed
  }

  /** Forgets a session and its keys. */
  async end(topic: string, reason: EndReason): Promise<void> {
    const session = await this.drop(topic)
    if (session !== undefined) this.#deps.onEnded(session, reason)
  }

  /** Forgets a session that the peer does not know: it was not announced. */
  async drop(topic: string): Promise<Session | undefined> {
    const session = this.#sessions.get(topic)
    if (session === undefined) return undefined
    this.#deps.deadlines.delete(`session:${topic}`)
    await this.#sessions.delete(topic)
    await this.#deps.unsubscribe(topic)
    await this.#deps.keyChain.deleteSymKey(topic)
    await this.#deps.keyChain.deleteKeyPair(session.self.publicKey)
    return session
  }

  #expire({ topic, expiryMs }: Session): void {
    this.#deps.deadlines.set(`session:${topic}`, expiryMs, () => void this.end(topic, EXPIRED))
  }
}
