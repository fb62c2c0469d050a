import { clientIp } from '@bullring/server/http/client-ip'
import type { LimitFactory } from '@bullring/server/limits/open-limits'
import type { Context } from 'hono'
import type { GameConfig } from '../config.ts'

/** Of all addresses together, a minute. */
const ALL_PER_MINUTE = 6_000

/**
 * Limits requests that each add a row for good, by IP address and together.
 *
 * @param name - Of the limit, for all nodes.
 * @returns Counts a request; throws when either limit is used up.
 */
export function rowLimit(
  { config, limits }: { config: Pick<GameConfig, 'http'>; limits: LimitFactory },
  name: string,
  perMinute: number,
): (c: Context) => void {
  const limiter = limits.rateLimiter(name, perMinute)
  const ofAll = limits.rateLimiter(`all ${name}`, ALL_PER_MINUTE)
  return (c) => {
    limiter.take(clientIp(c, config.http.proxies), Date.now())
    ofAll.take('', Date.now())
  }
}
