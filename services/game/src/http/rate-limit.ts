import type { MiddlewareHandler } from 'hono'
import { clientIp } from './client-ip.ts'
import { HttpError } from './http-error.ts'

/** A caller has used up what it may ask for now. */
export class RateLimitedError extends HttpError {
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

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** @throws {RateLimitedError} when `caller` has to wait. */
  take(caller: string, nowMs: number): void {
    const perMs = this.#perMinute / 60_000
    const before = this.#buckets.get(caller) ?? { left: this.#perMinute, atMs: nowMs }
    const left = Math.min(before.left + (nowMs - before.atMs) * perMs, this.#perMinute)
    const isAllowed = left >= 1
    // Put at the end: the first one is always the one seen longest ago.
    this.#buckets.delete(caller)
    this.#buckets.set(caller, { left: isAllowed ? left - 1 : left, atMs: nowMs })
    if (this.#buckets.size > MAX_CALLERS) this.#forgetOldest()
    if (!isAllowed) throw new RateLimitedError(Math.ceil((1 - left) / perMs / 1_000))
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

export type RateLimitOptions = {
  perMinute: number
  trustsProxy: boolean
  nowMs: () => number
}

/** Limits requests of each IP address, and those about each account that a body names. */
export function rateLimit({ perMinute, trustsProxy, nowMs }: RateLimitOptions): MiddlewareHandler {
  const callers = new RateLimiter(perMinute)
  const accounts = new RateLimiter(perMinute)
  return (c, next) => {
    callers.take(clientIp(c, trustsProxy), nowMs())
    c.set(ACCOUNT_LIMIT, (account: string) => accounts.take(account.toLowerCase(), nowMs()))
    return next()
  }
}
