/** Clocks of browsers stop while a computer sleeps, so the time is read again at least this often. */
const LONGEST_WAIT_MS = 30_000

/** Calls functions when the time of the day reaches their deadlines: also days later, and after a sleep. */
export class Deadlines {
  readonly #nowMs: () => number
  readonly #deadlines = new Map<string, { atMs: number; onReached: () => void }>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStopped = false

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** Sets or replaces a deadline. */
  set(key: string, atMs: number, onReached: () => void): void {
    this.#deadlines.set(key, { atMs, onReached })
    this.#wait()
  }

  delete(key: string): void {
    if (this.#deadlines.delete(key)) this.#wait()
  }

  /** Ignores all deadlines, also later ones. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  /** Handles due deadlines: called by itself, and when a page becomes visible again. */
  check(): void {
    const nowMs = this.#nowMs()
    for (const [key, { atMs, onReached }] of [...this.#deadlines]) {
      if (atMs > nowMs || !this.#deadlines.delete(key)) continue
      onReached()
    }
    this.#wait()
  }

  #wait(): void {
    clearTimeout(this.#timer)
    if (this.#isStopped || this.#deadlines.size === 0) return
    const nextMs = Math.min(...[...this.#deadlines.values()].map(({ atMs }) => atMs))
    const waitMs = Math.max(0, Math.min(nextMs - this.#nowMs(), LONGEST_WAIT_MS))
    this.#timer = setTimeout(() => this.check(), waitMs)
  }
}
