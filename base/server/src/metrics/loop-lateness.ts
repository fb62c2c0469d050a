const TICK_MS = 100

/** Measures how late the event loop runs its timers: the wait of any request before it is even seen. */
export class LoopLateness {
  #dueAtMs = performance.now() + TICK_MS
  #lateMs = 0

  constructor() {
    setInterval(() => this.#tick(), TICK_MS).unref()
  }

  /** Delay of the last timer in milliseconds, or of the next one if that is late already. */
  get lateMs(): number {
    return Math.max(this.#lateMs, performance.now() - this.#dueAtMs, 0)
  }

  #tick(): void {
    const nowMs = performance.now()
    this.#lateMs = nowMs - this.#dueAtMs
    this.#dueAtMs = nowMs + TICK_MS
  }
}
