type Entry<value> = { value: Promise<value>; expiresMs: number }

/** Shares results for a time. Concurrent callers share one computation. Failures are not kept. */
export class TimedCache<value> {
  readonly #entries = new Map<string, Entry<value>>()
  readonly #lifetimeMs: number
  readonly #maxEntries: number

  constructor({ lifetimeMs, maxEntries }: { lifetimeMs: number; maxEntries: number }) {
    this.#lifetimeMs = lifetimeMs
    this.#maxEntries = maxEntries
  }

  /** @param compute - Called unless there is a result younger than the lifetime. */
  get(key: string, nowMs: number, compute: () => Promise<value>): Promise<value> {
    const found = this.#entries.get(key)
    if (found !== undefined && found.expiresMs > nowMs) return found.value
    const value = compute()
    const entry = { value, expiresMs: nowMs + this.#lifetimeMs }
    // Reinserted at the end: the first entry is always the oldest.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    if (this.#entries.size > this.#maxEntries) this.#evictOldest()
    value.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key)
    })
    return value
  }

  #evictOldest(): void {
    for (const key of this.#entries.keys()) {
      this.#entries.delete(key)
      return
    }
  }
}
