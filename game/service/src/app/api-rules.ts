import type { IncomingMessage } from 'node:http'
import { callerIp, clientIp } from '@bullring/server/http/client-ip'
import { rateLimit } from '@bullring/server/http/rate-limit'
import type { LimitFactory } from '@bullring/server/limits/open-limits'
import type { Context, MiddlewareHandler } from 'hono'
import type { GameConfig } from '../config.ts'
import type { LastingResponses } from '../http/cache/lasting-responses.ts'
import type { CachePolicy } from '../http/cache/response-cache.ts'
import type { IndexVersions } from './markets/index-versions.ts'

/** Reads whose responses depend only on the index and the open round. */
const INDEX_READS: ReadonlySet<string> = new Set([
  'POST /api/current-epoch',
  'POST /api/round-info',
  'POST /api/live-round',
  'POST /api/rounds',
  'POST /api/trades-by-user',
  'POST /api/token-prices',
  'POST /api/price-history',
  'POST /api/recent-bets',
])

/** Sums over decided rounds, the most expensive reads. */
const SUM_READS: ReadonlySet<string> = new Set([
  'POST /api/trade-stats',
  'POST /api/profit-line',
  'POST /api/leaderboard',
  'POST /api/leaderboard-rank',
])

/** Changes only with the terms of the market, and then with a live event. */
const CONFIG_READS: ReadonlySet<string> = new Set(['GET /config.json'])

type ApiRulesDeps = {
  config: Pick<GameConfig, 'http'>
  versions: IndexVersions
  /** Responses of index reads that outlast a block. */
  lasting: LastingResponses
  limits: LimitFactory
}

type ApiRules = {
  rateLimit: MiddlewareHandler
  /** Counts a request; false when its caller has to wait. */
  isAllowed: (c: Context) => boolean
  cache: readonly CachePolicy[]
}

/**
 * Limits requests per IP address; caches reads. Index reads expire at each
 * block and with each live event, unless they say what they depend on; sums expire when a round is settled or opens.
 */
export function apiRules({ config, versions, lasting, limits }: ApiRulesDeps): ApiRules {
  const { requestsPerMinute, proxies } = config.http
  const limiter = limits.rateLimiter('api', requestsPerMinute)
  const nowMs = Date.now
  const { newest, settled } = versions
  const isAllowed = (incoming: IncomingMessage) =>
    limiter.allows(callerIp(incoming, proxies), nowMs())
  const hasRoom = (incoming: IncomingMessage) =>
    limiter.hasRoom(callerIp(incoming, proxies), nowMs())
  const counts = { isAllowed, hasRoom }
  return {
    rateLimit: rateLimit({ limiter, proxies, nowMs }),
    isAllowed: (c) => limiter.allows(clientIp(c, proxies), nowMs()),
    cache: [
      { routes: INDEX_READS, version: newest, lasting, hasPosition: true, ...counts },
      { routes: SUM_READS, version: settled, lasting: null, hasPosition: true, ...counts },
      { routes: CONFIG_READS, version: newest, lasting: null, hasPosition: false, ...counts },
    ],
  }
}
