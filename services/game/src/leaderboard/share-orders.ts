import { VersionedCache } from '../http/versioned-cache.ts'
import { type RankingFilter, rankingKey } from './ranking-filter.ts'
import {
  type FindRanked,
  type RankedAccounts,
  type RankingOrder,
  rankAccounts,
} from './ranking-order.ts'
import type { SumsOfBytes } from './standing.ts'

/** Each window by each ranking. An order takes 36 bytes for each account. */
const MAX_ORDERS = 16

/** With more changed accounts, all are compared again, while these are used. */
const RENEW_AT = 1_000

export type SharedOrdersDeps = {
  /** Compares every account. */
  findOrder: (filter: RankingFilter) => Promise<RankingOrder>
  /** Compares every account in the background; null while it does that for another ranking. */
  renewOrder: (filter: RankingFilter) => Promise<RankingOrder> | null
  /** Finds the accounts that have changed since; null when they are unknown. */
  findMoves: (filter: RankingFilter, order: RankingOrder) => Promise<SumsOfBytes[] | null>
}

/**
 * Compares every account once for the leaderboard and the ranks of all visitors, and after each settlement only those
 * who bet on its rounds.
 *
 * @param version - Changes whenever a ranking may; null while nothing may be cached.
 */
export function shareOrders(
  { findOrder, renewOrder, findMoves }: SharedOrdersDeps,
  version: () => string | null,
): FindRanked {
  const orders = new Map<string, RankingOrder>()
  const shared = new VersionedCache<RankedAccounts>(version, MAX_ORDERS)
  const keepNew = (name: string) => (order: RankingOrder) => {
    keep(orders, name, order)
    return order
  }
  const rank = async (filter: RankingFilter) => {
    const name = nameOf(filter)
    const order = orders.get(name)
    const moves = order === undefined ? null : await findMoves(filter, order)
    if (order === undefined || moves === null)
      return rankAccounts(await findOrder(filter).then(keepNew(name)), filter)
    keep(orders, name, order)
    // The next settlement tries again.
    if (moves.length > RENEW_AT) renewOrder(filter)?.then(keepNew(name), () => undefined)
    return rankAccounts(order, filter, moves)
  }
  return (filter) => shared.share(rankingKey(filter), () => rank(filter))
}

/** The same for a ranking whose window has moved on. */
function nameOf({ window, firstDay, rankBy, minimumRounds }: RankingFilter): string {
  return `${firstDay ?? window} ${rankBy} ${minimumRounds}`
}

/** The order that was not used for longest makes room. */
function keep(orders: Map<string, RankingOrder>, name: string, order: RankingOrder): void {
  orders.delete(name)
  orders.set(name, order)
  const [oldest] = orders.keys()
  if (orders.size > MAX_ORDERS && oldest !== undefined) orders.delete(oldest)
}
