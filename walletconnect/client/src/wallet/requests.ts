import type { Peer } from '../peer/peer.ts'
import { LIFETIMES_MS } from '../protocol/methods.ts'
import { isKey } from '../protocol/parties.ts'
import type { Outcome } from '../protocol/payloads.ts'
import { isSessionRequest } from '../protocol/session-messages.ts'
import { allowsMethod } from '../session/namespaces.ts'
import { isAnything, isInteger, isText, objectOf, type ShapeOf } from '../shape.ts'
import { Records } from '../storage/storage.ts'
import { CODES, WalletConnectError } from '../walletconnect-error.ts'

const isPendingRequest = objectOf({
  id: isInteger,
  topic: isKey,
  chainId: isText,
  method: isText,
  params: isAnything,
  expiryMs: isInteger,
})
/** Request of an app to sign, send or change something. */
export type PendingRequest = ShapeOf<typeof isPendingRequest>

/** Identifies a request: apps choose the ids, and two sessions may have the same one. */
export type RequestKey = Pick<PendingRequest, 'topic' | 'id'>

/** Maximum number of requests of a session that wait for the user. */
const MAX_PENDING = 50

export type RequestEvents = {
  onRequested: (request: PendingRequest) => void
  onExpired: (request: PendingRequest) => void
}

/** The requests that a wallet has not responded to yet. They outlive a reload. */
export class WalletRequests {
  readonly #peer: Peer
  readonly #requests: Records<PendingRequest>
  readonly #events: RequestEvents

  private constructor(peer: Peer, requests: Records<PendingRequest>, events: RequestEvents) {
    this.#peer = peer
    this.#requests = requests
    this.#events = events
  }

  static async open(peer: Peer, events: RequestEvents): Promise<WalletRequests> {
    const stored = await Records.open(peer.storage, 'session-request', isPendingRequest)
    const requests = new WalletRequests(peer, stored, events)
    peer.messenger.handle('wc_sessionRequest', isSessionRequest, ({ topic, id, params }) =>
      requests.#receive(topic, id, params),
    )
    return requests
  }

  resume(): void {
    for (const [, request] of this.#requests.all()) {
      this.#expire(request)
      if (this.#isAnswered(request)) void this.#forget(request)
    }
  }

  /** Requests that wait for the user's decision, which counts as soon as its response is stored. */
  all(): PendingRequest[] {
    return this.#requests
      .all()
      .map(([, request]) => request)
      .filter((request) => !this.#isAnswered(request))
  }

  async respond({ topic, id }: RequestKey, outcome: Outcome): Promise<void> {
    const request = this.#requests.get(keyOf({ topic, id }))
    if (request === undefined || this.#isAnswered(request)) {
      throw new WalletConnectError(CODES.notFound, 'There is no such request, or it has expired.')
    }
    const { messenger } = this.#peer
    const method = 'wc_sessionRequest'
    const send = await messenger.stageResponse(topic, id, method, outcome)
    await this.#forget(request)
    await send()
  }

  #isAnswered({ topic, id }: RequestKey): boolean {
    return this.#peer.messenger.isResponseStaged(topic, id)
  }

  /** Forgets the requests of a session that is over. */
  async endSession(topic: string): Promise<void> {
    for (const request of this.all()) if (request.topic === topic) await this.#forget(request)
  }

  async #receive(
    topic: string,
    id: number,
    { request, chainId }: ShapeOf<typeof isSessionRequest>,
  ): Promise<void> {
    const { messenger, sessions, nowMs } = this.#peer
    const session = sessions.find(topic)
    // The user may be deciding on the session's first request with this id.
    if (session === undefined || this.#requests.get(keyOf({ topic, id })) !== undefined) return
    const { method, params } = request
    const expiryMs = toExpiryMs(request.expiryTimestamp, nowMs())
    if (expiryMs <= nowMs()) return
    const refuse = async (code: number, message: string) =>
      await messenger.respond(topic, id, 'wc_sessionRequest', { error: { code, message } })
    if (!allowsMethod(session.namespaces, chainId, method)) {
      return await refuse(CODES.unauthorizedMethod, `Unauthorized method: ${method} on ${chainId}`)
    }
    if (this.all().filter((pending) => pending.topic === topic).length >= MAX_PENDING) {
      return await refuse(CODES.limitExceeded, 'Too many requests wait for the user.')
    }
    const pending: PendingRequest = { id, topic, chainId, method, params, expiryMs }
    await this.#requests.set(keyOf(pending), pending)
    this.#expire(pending)
    this.#events.onRequested(pending)
  }

  #expire(request: PendingRequest): void {
    const { deadlines } = this.#peer
    deadlines.set(deadlineOf(request), request.expiryMs, () => {
      void this.#forget(request)
      this.#events.onExpired(request)
    })
  }

  async #forget(request: RequestKey): Promise<void> {
    this.#peer.deadlines.delete(deadlineOf(request))
    await this.#requests.delete(keyOf(request))
  }
}

function keyOf({ topic, id }: RequestKey): string {
  return `${topic}:${id}`
}

function deadlineOf(request: RequestKey): string {
  return `session-request:${keyOf(request)}`
}

/** Limits the time that the app chooses: requests that are kept longer are a burden for the wallet only. */
function toExpiryMs(expiryTimestamp: number | undefined, nowMs: number): number {
  if (expiryTimestamp === undefined) return nowMs + LIFETIMES_MS.request
  return Math.min(expiryTimestamp * 1_000, nowMs + LIFETIMES_MS.longestRequest)
}
