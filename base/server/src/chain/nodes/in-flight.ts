/** R-RPC-7. */
const CAPACITY = 8_192

/** Shares one reply among identical requests in flight. */
export class InFlight<reply> {
  readonly #running = new Map<string, Promise<reply>>()

  /** @param start - Called unless a request with this `key` is in flight. */
  run(key: string, start: () => Promise<reply>): Promise<reply> {
    const running = this.#running.get(key)
    if (running !== undefined) return running
    const started = start().finally(() => this.#running.delete(key))
    if (this.#running.size < CAPACITY) this.#running.set(key, started)
    return started
  }
}
