import { TooManyStreamsError } from './errors.ts'

/** Of all addresses: most of the connections that the process accepts. */
const MAX_CONNECTIONS = 8_000

/** Counts the live connections of a process, whatever their market. */
export class ConnectionLimit {
  readonly #perIp = new Map<string, number>()
  readonly #maxPerIp: number
  readonly #max: number
  #count = 0

  constructor({ maxPerIp, max = MAX_CONNECTIONS }: { maxPerIp: number; max?: number }) {
    this.#maxPerIp = maxPerIp
    this.#max = max
  }

  /**
   * Checks the limit of an address, and that of all addresses together.
   *
   * @throws {TooManyStreamsError}
   */
  requireRoom(ip: string): void {
    if (this.#count >= this.#max) throw new TooManyStreamsError()
    if ((this.#perIp.get(ip) ?? 0) >= this.#maxPerIp) throw new TooManyStreamsError()
  }

  add(ip: string): void {
    this.#count += 1
    this.#perIp.set(ip, (this.#perIp.get(ip) ?? 0) + 1)
  }

  remove(ip: string): void {
    this.#count -= 1
    const left = (this.#perIp.get(ip) ?? 1) - 1
    if (left > 0) this.#perIp.set(ip, left)
    else this.#perIp.delete(ip)
  }
}
