import { RateLimiter } from '@bullring/server/http/rate-limit'
import { isLoopbackCaller } from './is-loopback-caller.ts'

export type CallLimitOptions = {
  perClientAndMinute: number
  perIpAndMinute: number
  socketsPerIp: number
  nowMs: () => number
}

/** Limits what one client and one IP address may do. Programs on this machine are limited as clients only. */
export class CallLimits {
  readonly #options: CallLimitOptions
  readonly #ofClients: RateLimiter
  readonly #ofIps: RateLimiter
  readonly #sockets = new Map<string, number>()

  constructor(options: CallLimitOptions) {
    this.#options = options
    this.#ofClients = new RateLimiter(options.perClientAndMinute)
    this.#ofIps = new RateLimiter(options.perIpAndMinute)
  }

  /** Counts a call; false when the caller has to wait. */
  allowsCall({ client, ip }: { client: { key: string }; ip: string }): boolean {
    const now = this.#options.nowMs()
    return (
      this.#ofClients.allows(client.key, now) &&
      (isLoopbackCaller(ip) || this.#ofIps.allows(ip, now))
    )
  }

  /** Counts a socket until `returnSocket`; false when the address has too many. */
  takeSocket(ip: string): boolean {
    const open = this.#sockets.get(ip) ?? 0
    if (open >= this.#options.socketsPerIp && !isLoopbackCaller(ip)) return false
    this.#sockets.set(ip, open + 1)
    return true
  }

  returnSocket(ip: string): void {
    const open = this.#sockets.get(ip) ?? 0
    if (open > 1) this.#sockets.set(ip, open - 1)
    else this.#sockets.delete(ip)
  }
}
