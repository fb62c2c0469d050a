import type { Window } from '../market/windows.ts'

/** Rankings of a request whose sums are held. */
export type SpanRequest = { symbol: string; window: Window; days?: number | undefined }

/** Visitors who have a leaderboard open request it at each settlement: pauses of a chain are shorter than this. */
const FORGET_MS = 15 * 60_000

/** With all windows over all markets, as many as are held: more would evict each other at each settlement. */
const MAX_SPANS = 8

/** Remembers what was requested lately. */
export class RequestedSpans {
  readonly #nowMs: () => number
  readonly #requested = new Map<string, { request: SpanRequest; atMs: number }>()

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs
  }

  readonly record = ({ symbol, window, days }: SpanRequest): void => {
    const name = `${symbol} ${days ?? window}`
    this.#requested.delete(name)
    this.#requested.set(name, { request: { symbol, window, days }, atMs: this.#nowMs() })
    if (this.#requested.size > MAX_SPANS) this.#forgetOldestDays()
  }

  /** Returns what was requested in the last quarter of an hour, the newest first. */
  recent(): SpanRequest[] {
    const sinceMs = this.#nowMs() - FORGET_MS
    const recent = [...this.#requested.values()].toReversed().filter(({ atMs }) => atMs >= sinceMs)
    return recent.map(({ request }) => request)
  }

  /** There are few windows, which pages request, and any number of days. */
  #forgetOldestDays(): void {
    const oldest = this.#requested.entries().find(([, { request }]) => request.days !== undefined)
    if (oldest !== undefined) this.#requested.delete(oldest[0])
  }
}
