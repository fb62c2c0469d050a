import type { MiddlewareHandler } from 'hono'
import { clientIp } from './client-ip.ts'
import { RateLimitedError } from './errors.ts'

/** Track at most this many callers; evict the least recently seen. */
const MAX_CALLERS = 20_000

type Bucket = { left: number; atMs: number }

/** Token bucket per caller, refilled steadily: bursts pass, floods do not. */
export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>()
  readonly #perMinute: number
  readonly #perMs: number

  constructor(perMinute: number) {
    this.#perMinute = perMinute
    this.#perMs = perMinute / 60_000
  }

  /**
   * Counts a request, or several at once or none; returns false when `caller` has to wait. More than a minute's
   * worth at once counts as a minute's worth, or it could never pass.
   */
  allows(caller: string, nowMs: number, wanted = 1): boolean {
    const count = Math.min(wanted, this.#perMinute)
    const before = this.#buckets.get(caller) ?? { left: this.#perMinute, atMs: nowMs }
    const refilled = before.left + (nowMs - before.atMs) * this.#perMs
    const left = Math.min(refilled, this.#perMinute)
    const isAllowed = left >= count
    // Reinserted at the end: the first entry is always the least recently seen.
    this.#buckets.delete(caller)
    this.#buckets.set(caller, { left: isAllowed ? left - count : left, atMs: nowMs })
    if (this.#buckets.size > MAX_CALLERS) this.#evictOldest()
    return isAllowed
  }

  /** Takes back the count of one request. */
  giveBack(caller: string): void {
    const bucket = this.#buckets.get(caller)
    if (bucket !== undefined) bucket.left = Math.min(bucket.left + 1, this.#perMinute)
  }

  /** @throws {RateLimitedError} when `caller` has to wait. */
  take(caller: string, nowMs: number, wanted = 1): void {
    if (this.allows(caller, nowMs, wanted)) return
    const count = Math.min(wanted, this.#perMinute)
    const left = this.#buckets.get(caller)?.left ?? 0
    throw new RateLimitedError(Math.ceil((count - left) / this.#perMs / 1_000))
  }

  #evictOldest(): void {
    for (const caller of this.#buckets.keys()) {
      this.#buckets.delete(caller)
      return
    }
  }
}

export type RateLimitOptions = {
  limiter: RateLimiter
  /** Number of proxies in front, which append to X-Forwarded-For. */
  proxies: number
  nowMs: () => number
}

/** Limits the requests of each IP address. */
export function rateLimit({ limiter, proxies, nowMs }: RateLimitOptions): MiddlewareHandler {
  return (c, next) => {
    limiter.take(clientIp(c, proxies), nowMs())
    return next()
  }
}
