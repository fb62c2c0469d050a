import { HeldCounts } from '@bullring/server/limits/held-counts'
import { isThisMachine } from './caller-address.ts'

/** Subscriptions that all sockets of this node may have, and those of one IP address. */
export type TopicLimits = { all: number; perIp: number }

/** Counts the subscriptions of the sockets of this node: each takes memory until its socket closes. */
export class TopicCounts {
  readonly #max: number
  readonly #ofIps: HeldCounts
  #count = 0

  constructor({ all, perIp }: TopicLimits) {
    this.#max = all
    this.#ofIps = new HeldCounts(perIp)
  }

  /** Returns whether a socket of an address may have one more. */
  hasRoom(ip: string): boolean {
    return this.#count < this.#max && (isThisMachine(ip) || this.#ofIps.hasRoom(ip))
  }

  add(ip: string): void {
    this.#count += 1
    this.#ofIps.add(ip)
  }

  remove(ip: string): void {
    this.#count -= 1
    this.#ofIps.remove(ip)
  }
}
