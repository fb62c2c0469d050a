/** Time that a node which limits its callers is asked last. It doubles while the node goes on limiting them. */
const FIRST_REST_MS = 1_000
const LONGEST_REST_MS = 64_000

/** The rate of requests that a node bears, as the rests that it needs. Times are those of `performance.now()`. */
export class NodeRest {
  #restMs = FIRST_REST_MS
  #untilMs = Number.NEGATIVE_INFINITY

  isResting(nowMs: number): boolean {
    return nowMs < this.#untilMs
  }

  /** Notes that the node has refused a call for its number. Calls that were under way together count once. */
  noteLimit(nowMs: number): void {
    if (this.isResting(nowMs)) return
    const isSoon = nowMs - this.#untilMs < this.#restMs
    this.#restMs = isSoon ? Math.min(2 * this.#restMs, LONGEST_REST_MS) : FIRST_REST_MS
    this.#untilMs = nowMs + this.#restMs
  }
}
