import { HeldCounts } from '@bullring/server/limits/held-counts'
import { TooManyStreamsError } from './errors.ts'

/** Limit for all addresses together: most of the connections that the process accepts. */
const MAX_CONNECTIONS = 8_000

type Options = {
  maxPerIp: number
  /** Counts the connections of each address, by default those of this process. */
  perIp?: HeldCounts
  /** Maximum number of connections of this process. */
  max?: number
}

/** Counts the live connections of a process, whatever their market. */
export class ConnectionLimit {
  readonly #perIp: HeldCounts
  readonly #max: number
  #count = 0

  constructor({ maxPerIp, perIp = new HeldCounts(maxPerIp), max = MAX_CONNECTIONS }: Options) {
    this.#perIp = perIp
    this.#max = max
  }

  /**
   * Checks the limit of an address, and that of all addresses together.
   *
   * @throws {TooManyStreamsError}
   */
  requireRoom(ip: string): void {
    if (this.#count >= this.#max) throw new TooManyStreamsError()
    if (!this.#perIp.hasRoom(ip)) throw new TooManyStreamsError()
  }

  add(ip: string): void {
    this.#count += 1
    this.#perIp.add(ip)
  }

  remove(ip: string): void {
    this.#count -= 1
    this.#perIp.remove(ip)
  }
}
