import type { Deadlines } from '../deadlines.ts'
import type { ErrorObject, Outcome, ResponsePayload } from '../protocol/payloads.ts'
import { CODES, clientClosed, WalletConnectError } from '../walletconnect-error.ts'

/** Whether a request is stored to which the peer has not responded. */
type IsAwaited = (topic: string, id: number) => boolean

/** Stores the peer's response. The relay keeps the response until this is done. */
type OnOutcome = (outcome: Outcome) => Promise<void>

type AwaitedResponse = {
  id: number
  /** Topics on which the peer may respond: others may know the id. */
  topics: readonly string[]
  expiryMs: number
  onOutcome?: OnOutcome
}

type Waiting = {
  topics: readonly string[]
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
  onOutcome: OnOutcome | undefined
}

/** Responses that this page, or another of the same app, waits for. */
export class AwaitedResponses {
  readonly #deadlines: Deadlines
  readonly #waiting = new Map<number, Waiting>()
  readonly #keepers: IsAwaited[] = []
  #isStopped = false

  constructor(deadlines: Deadlines) {
    this.#deadlines = deadlines
  }

  /**
   * Waits for the response to a request.
   *
   * @throws {WalletConnectError} with the peer's error, or when the time is over.
   */
  wait({ id, topics, expiryMs, onOutcome }: AwaitedResponse): Promise<unknown> {
    if (this.#isStopped) return Promise.reject(clientClosed())
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting.set(id, { topics, resolve, reject, onOutcome })
    this.#deadlines.set(`response:${id}`, expiryMs, () => {
      this.cancel(id, new WalletConnectError(CODES.expired, 'The request has expired.'))
    })
    return promise
  }

  /** Leaves responses at the relay that a stored request awaits: it may be another page's. */
  keep(isAwaited: IsAwaited): void {
    this.#keepers.push(isAwaited)
  }

  /** Stops waiting for a response. */
  cancel(id: number, error: unknown): void {
    this.#take(id)?.reject(error)
  }

  /** Fails all awaited responses. */
  stop(): void {
    this.#isStopped = true
    for (const id of this.#waiting.keys()) this.cancel(id, clientClosed())
  }

  /** Passes a response to its caller. Returns false if its caller is not here. */
  async settle(topic: string, { id, result, error }: ResponsePayload): Promise<boolean> {
    const waiting = this.#waiting.get(id)
    if (!waiting?.topics.includes(topic)) {
      // A response that no page awaits counts as handled: if it stayed unacknowledged, the relay would stop pushing.
      return !this.#keepers.some((isAwaited) => isAwaited(topic, id))
    }
    await waiting.onOutcome?.(error === undefined ? { result } : { error })
    this.#take(id)
    if (error === undefined) waiting.resolve(result)
    else waiting.reject(toError(error))
    return true
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    this.#deadlines.delete(`response:${id}`)
    return waiting
  }
}

/** Returns a peer's error response as an error to throw. */
export function toError({ code, message, data }: ErrorObject): WalletConnectError {
  return new WalletConnectError(code, message, { data })
}
