/** Small entries held at once. */
const MAX_ENTRIES = 2_000

/** Holds values of one version. An entry that is a promise is being computed: callers share its result. */
export class VersionedCache<value> {
  #entries = new Map<string, value | Promise<value | null>>()
  #version: string | null = null
  readonly #currentVersion: () => string | null

  readonly #maxEntries: number

  /**
   * @param currentVersion - Changes whenever a value may; null while nothing may be cached.
   * @param maxEntries - Entries held at once; the oldest makes room for the next.
   */
  constructor(currentVersion: () => string | null, maxEntries = MAX_ENTRIES) {
    this.#currentVersion = currentVersion
    this.#maxEntries = maxEntries
  }

  /** Looks up `key`, after dropping the entries of an older version. */
  find(key: string): value | Promise<value | null> | undefined {
    const version = this.#currentVersion()
    if (version !== this.#version) this.#entries = new Map()
    this.#version = version
    return this.#entries.get(key)
  }

  /**
   * Reserves a key that `find` missed.
   *
   * @returns A function that stores the value (null: not cacheable), later calls are ignored.
   *   Null when the cache is closed.
   */
  reserve(key: string): ((value: value | null) => void) | null {
    const entries = this.#entries
    if (this.#version === null) return null
    if (entries.size >= this.#maxEntries) entries.delete(oldestKey(entries))
    const { promise, resolve } = Promise.withResolvers<value | null>()
    entries.set(key, promise)
    return (value) => {
      if (entries.get(key) === promise) {
        if (value === null) entries.delete(key)
        else entries.set(key, value)
      }
      resolve(value)
    }
  }

  /** Returns the value of `key`; of concurrent callers, one computes it for all. */
  async share(key: string, compute: () => Promise<value>): Promise<value> {
    // No await between `find` and `reserve`: exactly one caller computes the value.
    const found = this.find(key)
    if (found !== undefined) return (await found) ?? compute()
    const store = this.reserve(key)
    let computed: value | null = null
    try {
      computed = await compute()
      return computed
    } finally {
      store?.(computed)
    }
  }
}

/** A map keeps the order of insertion. */
function oldestKey(entries: ReadonlyMap<string, unknown>): string {
  return entries.keys().next().value ?? ''
}
