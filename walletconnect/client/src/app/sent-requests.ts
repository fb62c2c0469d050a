import type { Peer } from '../peer/peer.ts'
import { LIFETIMES_MS } from '../protocol/methods.ts'
import type { Outcome } from '../protocol/payloads.ts'
import { allowsMethod } from '../session/namespaces.ts'
import type { Session } from '../session/session.ts'
import { isAnything, isInteger, isText, objectOf, optional, type ShapeOf } from '../shape.ts'
import { Records } from '../storage/storage.ts'
import { CODES, WalletConnectError } from '../walletconnect-error.ts'
import type { PageLock } from './page-lock.ts'
import { isStoredOutcome, toPromise } from './stored-outcome.ts'

export type AppRequest = {
  topic: string
  /** CAIP-2, `eip155:56`. */
  chainId: string
  method: string
  params: unknown
  /** Time from which the wallet no longer shows it: five minutes from now by default. */
  expiryMs?: number
}

const isSent = objectOf({
  id: isInteger,
  topic: isText,
  chainId: isText,
  method: isText,
  params: isAnything,
  expiryMs: isInteger,
  /** The page that awaits the response. */
  pageId: isText,
  outcome: optional(isStoredOutcome),
})
type Sent = ShapeOf<typeof isSent>

/** A request of a page that is gone: it was reloaded, or the browser has ended it while the wallet was open. */
export type ResumedRequest = Required<AppRequest> & {
  id: number
  /** Response of the wallet, which may have arrived in the meantime. */
  response: Promise<unknown>
}

export type SentEvents = {
  onSent: (sent: { session: Session; id: number; method: string }) => void
  onSettled: (settled: { id: number; topic: string }) => void
}

/** The requests that a wallet has not responded to yet. They outlive a reload. */
export class SentRequests {
  readonly #peer: Peer
  readonly #events: SentEvents
  readonly #sent: Records<Sent>
  readonly #page: PageLock
  readonly #resumed: ResumedRequest[] = []

  private constructor(peer: Peer, page: PageLock, events: SentEvents, sent: Records<Sent>) {
    this.#peer = peer
    this.#page = page
    this.#events = events
    this.#sent = sent
  }

  static async open(peer: Peer, page: PageLock, events: SentEvents): Promise<SentRequests> {
    const sent = await Records.open(peer.storage, 'sent-request', isSent)
    const requests = new SentRequests(peer, page, events, sent)
    peer.messenger.responses.keep((topic, id) => requests.#isAwaited(topic, id))
    await requests.#resume()
    return requests
  }

  resumed(): readonly ResumedRequest[] {
    return this.#resumed
  }

  /** Sends a request to the wallet, and returns its result. */
  async send(request: AppRequest): Promise<unknown> {
    const { topic, chainId, method, params } = request
    const { messenger, sessions, nowMs } = this.#peer
    const session = sessions.get(topic)
    if (!allowsMethod(session.namespaces, chainId, method)) {
      const message = `The session does not allow ${method} on ${chainId}.`
      throw new WalletConnectError(CODES.unauthorizedMethod, message)
    }
    const id = messenger.newId()
    const expiryMs = request.expiryMs ?? nowMs() + LIFETIMES_MS.request
    const pageId = this.#page.id
    await this.#sent.set(String(id), { id, topic, chainId, method, params, expiryMs, pageId })
    const response = this.#await({ id, topic, expiryMs })
    const call = { method, params, expiryTimestamp: Math.ceil(expiryMs / 1_000) }
    const sending = { id, topic, method: 'wc_sessionRequest' as const, expiryMs }
    messenger.send({ ...sending, params: { request: call, chainId } }).then(
      () => this.#events.onSent({ session, id, method }),
      (cause: unknown) => messenger.responses.cancel(id, toRelayError(cause)),
    )
    return await this.#finish({ id, topic }, response)
  }

  /** Forgets the requests of a session that is over. */
  async endSession(topic: string): Promise<void> {
    const error = new WalletConnectError(CODES.disconnected, 'The session has ended.')
    for (const [key, sent] of this.#sent.all()) {
      if (sent.topic !== topic) continue
      this.#peer.messenger.responses.cancel(sent.id, error)
      await this.#sent.delete(key)
    }
  }

  async #resume(): Promise<void> {
    for (const [, { pageId, outcome, ...request }] of this.#sent.all()) {
      // Another tab of the site awaits it.
      if (await this.#page.isHeld(pageId)) continue
      const { id, topic } = request
      const response = outcome === undefined ? this.#await(request) : toPromise(outcome)
      const finished = this.#finish({ id, topic }, response)
      finished.catch(() => undefined)
      this.#resumed.push({ ...request, params: request.params ?? null, response: finished })
    }
  }

  /** Awaits a response and stores it first: it would be lost with this page otherwise. */
  #await({ id, topic, expiryMs }: Pick<Sent, 'id' | 'topic' | 'expiryMs'>): Promise<unknown> {
    const onOutcome = async (outcome: Outcome) => {
      const sent = this.#sent.get(String(id))
      if (sent !== undefined) await this.#sent.set(String(id), { ...sent, outcome })
    }
    return this.#peer.messenger.responses.wait({ id, topics: [topic], expiryMs, onOutcome })
  }

  #isAwaited(topic: string, id: number): boolean {
    const sent = this.#sent.get(String(id))
    if (sent === undefined || sent.outcome !== undefined) return false
    return sent.topic === topic && sent.expiryMs > this.#peer.nowMs()
  }

  async #finish(
    request: { id: number; topic: string },
    response: Promise<unknown>,
  ): Promise<unknown> {
    let isLeft = false
    try {
      return await response
    } catch (error) {
      // A later page gets the response.
      isLeft = this.#peer.relay.isStopped
      throw error
    } finally {
      if (!isLeft) this.#settled(request)
    }
  }

  #settled(request: { id: number; topic: string }): void {
    this.#events.onSettled(request)
    // After the caller has the result.
    setTimeout(() => void this.#sent.delete(String(request.id)))
  }
}

function toRelayError(cause: unknown): WalletConnectError {
  if (cause instanceof WalletConnectError) return cause
  return new WalletConnectError(CODES.relayFailed, 'The request was not sent.', { cause })
}
