import type { MiddlewareHandler } from 'hono'
import { clientIp } from './client-ip.ts'
import { HttpError } from './http-error.ts'

/** A caller has used up what it may ask for now. */
class RateLimitedError extends HttpError {
  override readonly name = 'RateLimitedError'
  readonly code = 'http.rate-limited'
  readonly status = 429
  override readonly isRetryable = true
  override readonly headers: Readonly<Record<string, string>>

  constructor(secondsLeft: number) {
    super(`Too many requests. Try again in ${secondsLeft} s.`)
    this.headers = { 'retry-after': String(secondsLeft) }
  }
}

/** More callers than this are not told apart for long: the one seen longest ago is forgotten. */
const MAX_CALLERS = 20_000

type Bucket = { left: number; atMs: number }

/** A bucket of requests a caller, refilled steadily: bursts pass, floods do not. */
export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>()
  readonly #perMinute: number
  readonly #perMs: number

  constructor(perMinute: number) {
    this.#perMinute = perMinute
    this.#perMs = perMinute / 60_000
  }

  /** Counts a request; false when `caller` has to wait. */
  allows(caller: string, nowMs: number): boolean {
    const before = this.#buckets.get(caller) ?? { left: this.#perMinute, atMs: nowMs }
    const refilled = before.left + (nowMs - before.atMs) * this.#perMs
    const left = Math.min(refilled, this.#perMinute)
    const isAllowed = left >= 1
    // Put at the end: the first one is always the one seen longest ago.
    this.#buckets.delete(caller)
    this.#buckets.set(caller, { left: isAllowed ? left - 1 : left, atMs: nowMs })
    if (this.#buckets.size > MAX_CALLERS) this.#forgetOldest()
    return isAllowed
  }

  /** @throws {RateLimitedError} when `caller` has to wait. */
  take(caller: string, nowMs: number): void {
    if (this.allows(caller, nowMs)) return
    const left = this.#buckets.get(caller)?.left ?? 0
    throw new RateLimitedError(Math.ceil((1 - left) / this.#perMs / 1_000))
  }

  #forgetOldest(): void {
    for (const caller of this.#buckets.keys()) {
      this.#buckets.delete(caller)
      return
    }
  }
}

/** Name under which a request carries the limit of accounts to where its body is read. */
export const ACCOUNT_LIMIT = 'accountLimit'

export type RateLimits = {
  /** Requests of each IP address. */
  callers: RateLimiter
  /** Those about each account that a body names. */
  accounts: RateLimiter
  trustsProxy: boolean
  nowMs: () => number
}

/** Limits requests of each IP address, and those about each account that a body names. */
export function rateLimit({
  callers,
  accounts,
  trustsProxy,
  nowMs,
}: RateLimits): MiddlewareHandler {
  return (c, next) => {
    callers.take(clientIp(c, trustsProxy), nowMs())
    c.set(ACCOUNT_LIMIT, (account: string) => accounts.take(account.toLowerCase(), nowMs()))
    return next()
  }
}
