/** A picture of another server. */
export type Image = { type: string; body: Buffer }

/** Null for a URL that has shown no picture. */
type Entry = { image: Image | null; expiresMs: number }

type Limits = { maxBytes: number; maxEntries: number; lifetimeMs: number }

/** Keeps pictures in memory, the most recently added ones, and remembers URLs without one. */
export class ImageCache {
  readonly #entries = new Map<string, Entry>()
  readonly #limits: Limits
  #bytes = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Returns undefined for a URL that is not cached. */
  find(url: string, nowMs: number): Image | null | undefined {
    const entry = this.#entries.get(url)
    return entry !== undefined && entry.expiresMs > nowMs ? entry.image : undefined
  }

  add(url: string, image: Image | null, nowMs: number): void {
    this.#remove(url)
    this.#entries.set(url, { image, expiresMs: nowMs + this.#limits.lifetimeMs })
    this.#bytes += image?.body.length ?? 0
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#limits.maxBytes && this.#entries.size <= this.#limits.maxEntries)
        break
      this.#remove(oldest)
    }
  }

  #remove(url: string): void {
    this.#bytes -= this.#entries.get(url)?.image?.body.length ?? 0
    this.#entries.delete(url)
  }
}
