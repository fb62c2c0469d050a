import type { RateLimiter } from '@bullring/server/http/rate-limit'
import type { MiddlewareHandler } from 'hono'
import { isAddress } from 'viem'

/**
 * Limits the requests per account, which `user_address` in the body names. Requires `limitBody` before
 * it.
 */
export function accountLimit(limiter: RateLimiter, nowMs: () => number): MiddlewareHandler {
  return async (c, next) => {
    const account = accountOf(await c.req.text())
    if (account !== null) limiter.take(account.toLowerCase(), nowMs())
    return next()
  }
}

/** Null for a body that names no account; the handler reports what is wrong with it. */
function accountOf(text: string): string | null {
  try {
    const body: unknown = text === '' ? null : JSON.parse(text)
    if (typeof body !== 'object' || body === null || !('user_address' in body)) return null
    const account = body.user_address
    return typeof account === 'string' && isAddress(account, { strict: false }) ? account : null
  } catch {
    return null
  }
}
