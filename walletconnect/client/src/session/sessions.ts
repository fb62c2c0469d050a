import type { KeyChain } from '../crypto/key-chain.ts'
import type { Deadlines } from '../deadlines.ts'
import { Records, type Storage } from '../storage/storage.ts'
import { CODES, WalletConnectError } from '../walletconnect-error.ts'
import { isSession, type Session } from './session.ts'

/** The reason for which a session ended. */
export type EndReason = { code: number; message: string }

/** Another page of the same client has ended it. */
export const ENDED_ELSEWHERE: EndReason = {
  code: CODES.disconnected,
  message: 'The session has ended in another tab.',
}

const EXPIRED: EndReason = { code: CODES.expired, message: 'The session has expired.' }

export type SessionDeps = {
  storage: Storage
  keyChain: KeyChain
  deadlines: Deadlines
  subscribe: (topics: readonly string[]) => Promise<void>
  unsubscribe: (topic: string) => Promise<void>
  onEnded: (session: Session, reason: EndReason) => void
  /** Another page of the same client has received a change. */
  onChanged: (session: Session, before: Session) => void
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
    const records = await Records.open(deps.storage, 'session', isSession)
    const sessions = new Sessions(deps, records)
    records.onChange((...change) => sessions.#changedElsewhere(...change))
    return sessions
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

  /** Starts the timers of stored sessions, and ends expired ones. */
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

  #changedElsewhere(topic: string, session?: Session, before?: Session): void {
    const { deadlines, subscribe, unsubscribe, onEnded, onChanged } = this.#deps
    if (session === undefined) {
      deadlines.delete(`session:${topic}`)
      unsubscribe(topic).catch(() => undefined)
      if (before !== undefined) onEnded(before, ENDED_ELSEWHERE)
      return
    }
    this.#expire(session)
    if (before === undefined) subscribe([topic]).catch(() => undefined)
    else onChanged(session, before)
  }

  #expire({ topic, expiryMs }: Session): void {
    this.#deps.deadlines.set(`session:${topic}`, expiryMs, () => void this.end(topic, EXPIRED))
  }
}
