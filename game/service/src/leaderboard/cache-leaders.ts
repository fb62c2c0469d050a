import { VersionedCache } from '../http/cache/versioned-cache.ts'
import { type LeaderboardFilter, rankingKey } from './ranking-filter.ts'
import type { Standing } from './standing.ts'

type FindLeaders = (filter: LeaderboardFilter) => Promise<Standing[]>

/** Longest leaderboard; shorter ones are its beginning. */
const MAX_LEADERS = 100

/**
 * Runs one query for all requests of the same window and ranking, however they are written and however
 * many rows they ask for.
 *
 * @param version - Changes whenever a ranking may; null while nothing may be cached.
 */
export function cacheLeaders(findLeaders: FindLeaders, version: () => string | null): FindLeaders {
  const cache = new VersionedCache<Standing[]>(version)
  return async (filter) => {
    const leaders = await cache.share(rankingKey(filter), () =>
      findLeaders({ ...filter, limit: MAX_LEADERS }),
    )
    return leaders.slice(0, filter.limit)
  }
}
