import type { Schedule } from '@bullring/prediction/schedule'
import { currentEpoch } from '@bullring/prediction/schedule'
import type { MiddlewareHandler } from 'hono'
import type { GameConfig } from '../config.ts'
import { rateLimit } from '../http/rate-limit.ts'
import { responseCache } from '../http/response-cache.ts'
import type { LiveStream } from '../stream/create-stream.ts'
import type { IndexHead } from './index-head.ts'

/** Reads: their answers follow from the index and from which round is open. */
const CACHED_PATHS: ReadonlySet<string> = new Set([
  '/api/current-epoch',
  '/api/round-info',
  '/api/live-round',
  '/api/trades-by-user',
  '/api/token-prices',
])

/** Sums over decided rounds, the dearest of all reads. */
const SETTLED_PATHS: ReadonlySet<string> = new Set(['/api/trade-stats', '/api/leaderboard'])

type Parts = {
  schedule: Schedule
  head: IndexHead
  live: Pick<LiveStream, 'position' | 'settledPosition'>
}

/**
 * Limits, and caches that forget: most at each block and whenever live clients are told something, sums
 * when a round is settled or opens.
 */
export function apiRules(
  { http }: Pick<GameConfig, 'http'>,
  { schedule, head, live }: Parts,
): MiddlewareHandler[] {
  const { requestsPerMinute: perMinute, trustsProxy } = http
  const open = () => currentEpoch(schedule, head.now(Date.now()))
  const version = () => {
    const { number, timestamp } = head.newestBlock ?? {}
    return `${live.position()} ${number} ${timestamp} ${open()}`
  }
  const settledVersion = () => `${live.settledPosition()} ${open()}`
  return [
    rateLimit({ perMinute, trustsProxy, nowMs: Date.now }),
    responseCache({ version, paths: CACHED_PATHS }),
    responseCache({ version: settledVersion, paths: SETTLED_PATHS }),
  ]
}
