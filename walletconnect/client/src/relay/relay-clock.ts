const HOUR_MS = 3_600_000

/** Distances from this computer's clock that are tried when the relay refuses a token for its time. */
const STEPS_MS = [0, 1, 3, 12, 24, 36, 72, 720].map((hours) => hours * HOUR_MS)

/** Finds a time that the relay accepts in tokens. Pages cannot read it from the relay's refusal. */
export class RelayClock {
  readonly #nowMs: () => number
  #step = 0
  #direction = 0

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  nowMs(): number {
    return this.#nowMs() + this.#direction * (STEPS_MS[this.#step] ?? 0)
  }

  /**
   * Learns from a refusal.
   *
   * @returns Whether another token may be accepted.
   */
  refused(reason: string): boolean {
    const direction = directionOf(reason)
    if (direction === 0 || this.#step === STEPS_MS.length - 1) return false
    if (this.#direction !== direction) this.#step = 0
    this.#direction = direction
    this.#step += 1
    return true
  }
}

function directionOf(reason: string): -1 | 0 | 1 {
  if (/not yet valid/i.test(reason)) return -1
  return /expired/i.test(reason) ? 1 : 0
}
