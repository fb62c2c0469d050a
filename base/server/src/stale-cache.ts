type Entry<value> = { value: value; atMs: number }

export type StaleCacheOptions = {
  /** A younger result is returned as it is. */
  freshMs: number
  /** A younger result is returned while a new one is computed in the background. */
  staleMs: number
  maxEntries: number
  /** Called when a computation in the background fails. The old result is kept until it is too old. */
  onFailure: (error: unknown) => void
}

/** Shares results for a time and renews them in the background (stale-while-revalidate). */
export class StaleCache<value> {
  readonly #entries = new Map<string, Entry<value>>()
  readonly #running = new Map<string, Promise<value>>()
  readonly #options: StaleCacheOptions

  constructor(options: StaleCacheOptions) {
    this.#options = options
  }

  /** Returns a result that is at most `staleMs` old. */
  get(key: string, nowMs: number, compute: () => Promise<value>): Promise<value> {
    const entry = this.#entries.get(key)
    const age = entry === undefined ? Number.POSITIVE_INFINITY : nowMs - entry.atMs
    if (entry === undefined || age >= this.#options.staleMs) {
      return this.#compute(key, nowMs, compute)
    }
    if (age >= this.#options.freshMs) {
      this.#compute(key, nowMs, compute).catch(this.#options.onFailure)
    }
    return Promise.resolve(entry.value)
  }

  /** Returns a result whose computation starts now. */
  renew(key: string, nowMs: number, compute: () => Promise<value>): Promise<value> {
    this.#running.delete(key)
    return this.#compute(key, nowMs, compute)
  }

  #compute(key: string, nowMs: number, compute: () => Promise<value>): Promise<value> {
    const running = this.#running.get(key)
    if (running !== undefined) return running
    const started = compute()
      .then((value) => {
        // The result of an earlier computation does not replace a renewed one.
        if (this.#running.get(key) === started) this.#store(key, { value, atMs: nowMs })
        return value
      })
      .finally(() => {
        if (this.#running.get(key) === started) this.#running.delete(key)
      })
    this.#running.set(key, started)
    return started
  }

  #store(key: string, entry: Entry<value>): void {
    // Reinserted at the end: the first entry is always the oldest.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    if (this.#entries.size <= this.#options.maxEntries) return
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined) this.#entries.delete(oldest)
  }
}
