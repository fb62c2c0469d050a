/** Spec, section 9. */
const CAPACITY = 8_192

/** Answers the same question once for all who ask it at the same moment. */
export class InFlight<answer> {
  readonly #running = new Map<string, Promise<answer>>()

  /** @param ask - Called when nobody is asking `key` already. */
  run(key: string, ask: () => Promise<answer>): Promise<answer> {
    const running = this.#running.get(key)
    if (running !== undefined) return running
    const asked = ask().finally(() => this.#running.delete(key))
    if (this.#running.size < CAPACITY) this.#running.set(key, asked)
    return asked
  }
}
