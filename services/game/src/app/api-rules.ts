import { callerIp } from '@bullring/server/http/client-ip'
import { RateLimiter, rateLimit } from '@bullring/server/http/rate-limit'
import type { MiddlewareHandler } from 'hono'
import type { GameConfig } from '../config.ts'
import { accountLimit } from '../http/account-limit.ts'
import type { CacheRule } from '../http/cached-listener.ts'
import type { RoundClock } from '../market/round-rules.ts'
import type { LiveStream } from '../stream/create-stream.ts'
import type { IndexHead } from './index-head.ts'

/** Reads: their answers follow from the index and from which round is open. */
const INDEX_READS: ReadonlySet<string> = new Set([
  'POST /api/current-epoch',
  'POST /api/round-info',
  'POST /api/live-round',
  'POST /api/trades-by-user',
  'POST /api/token-prices',
])

/** Sums over decided rounds, the dearest of all reads. */
const SUM_READS: ReadonlySet<string> = new Set(['POST /api/trade-stats', 'POST /api/leaderboard'])

/** What stays as it is while the process runs. */
const FIXED_READS: ReadonlySet<string> = new Set(['GET /config.json'])

type Parts = {
  clock: Pick<RoundClock, 'turnAt'>
  head: IndexHead
  live: Pick<LiveStream, 'position' | 'settledPosition'>
}

/** What a request passes on its way, and which answers are remembered how long. */
export type ApiRules = { middleware: readonly MiddlewareHandler[]; cache: readonly CacheRule[] }

/**
 * Limits, and caches that forget: most at each block and whenever live clients are told something, sums
 * when a round is settled or opens. Cached answers count for the IP address that asks, not for an
 * account.
 */
export function apiRules(
  { http }: Pick<GameConfig, 'http'>,
  { clock, head, live }: Parts,
): ApiRules {
  const { requestsPerMinute: perMinute, trustsProxy } = http
  const turn = () => clock.turnAt(head.now(Date.now()))
  const version = () => {
    if (!head.hasReached) return null
    const { number, timestamp } = head.newestBlock ?? {}
    return `${live.position()} ${number} ${timestamp} ${turn()}`
  }
  const settledVersion = () => (head.hasReached ? `${live.settledPosition()} ${turn()}` : null)
  const callers = new RateLimiter(perMinute)
  const accounts = new RateLimiter(perMinute)
  const allows: CacheRule['allows'] = (request) =>
    callers.allows(callerIp(request, trustsProxy), Date.now())
  return {
    middleware: [
      rateLimit({ limiter: callers, trustsProxy, nowMs: Date.now }),
      accountLimit(accounts, Date.now),
    ],
    cache: [
      { calls: INDEX_READS, version, allows },
      { calls: SUM_READS, version: settledVersion, allows },
      { calls: FIXED_READS, version: () => 'fixed', allows: () => true },
    ],
  }
}
