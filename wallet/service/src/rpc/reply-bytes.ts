/** Maximum bytes of a request's replies: more than any useful reply, and about as much as nodes allow. */
const MAX_PER_REQUEST = 16 * 1_024 * 1_024

/** Maximum bytes of replies that all requests hold at once, in the process's memory. */
const MAX_IN_ALL = 64 * 1_024 * 1_024

/** Bytes of replies that the requests of a process hold until they are sent. */
export type HeldBytes = { count: number }

/** Counts the bytes of one request's replies, those of equal calls each time: a short request can have a long reply. */
export class ReplyBytes {
  readonly #held: HeldBytes
  #count = 0

  /** @param held - Shared by all requests. */
  constructor(held: HeldBytes) {
    this.#held = held
  }

  get count(): number {
    return this.#count
  }

  /** Returns whether the request may hold so many bytes more, and counts them. */
  take(bytes: number): boolean {
    const hasRoom = this.#count + bytes <= MAX_PER_REQUEST && this.#held.count + bytes <= MAX_IN_ALL
    if (!hasRoom) return false
    this.#count += bytes
    this.#held.count += bytes
    return true
  }

  /** Call it once, when the replies have been sent. */
  release(): void {
    this.#held.count -= this.#count
  }
}
