/** Remembers the values of the keys that were set last. */
export class Recent<value> {
  readonly #values = new Map<string, value>()
  readonly #maxEntries: number

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries
  }

  get(key: string): value | undefined {
    return this.#values.get(key)
  }

  set(key: string, value: value): void {
    // Reinserted at the end: the first entry is always the oldest.
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size <= this.#maxEntries) return
    const [oldest] = this.#values.keys()
    if (oldest !== undefined) this.#values.delete(oldest)
  }
}
