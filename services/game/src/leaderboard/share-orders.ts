import { VersionedCache } from '../http/versioned-cache.ts'
import { rankingKey } from './ranking-filter.ts'
import type { FindOrder, RankingOrder } from './ranking-order.queries.ts'

/** Each window by each ranking. An order takes 20 bytes for each account. */
const MAX_ORDERS = 16

/**
 * Compares every account once for the leaderboard and the ranks of all visitors.
 *
 * @param version - Changes whenever a ranking may; null while nothing may be cached.
 */
export function shareOrders(findOrder: FindOrder, version: () => string | null): FindOrder {
  const cache = new VersionedCache<RankingOrder>(version, MAX_ORDERS)
  return (filter) => cache.share(rankingKey(filter), () => findOrder(filter))
}
