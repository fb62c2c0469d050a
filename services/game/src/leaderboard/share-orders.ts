import { toBytes } from '@bullring/server/db/bytes'
import { VersionedCache } from '../http/versioned-cache.ts'
import { mergeMoves } from './merge-moves.ts'
import { type RankingFilter, rankingKey } from './ranking-filter.ts'
import {
  type FindRanked,
  type Moves,
  type RankedAccounts,
  type RankingOrder,
  rankAccounts,
} from './ranking-order.ts'
import { type SumsOfBytes, withAddress } from './standing.ts'

/** Each window by each ranking. An order takes 36 bytes for each account. */
const MAX_ORDERS = 16

/** Longest leaderboard. */
const MAX_LEADERS = 100

export type SharedOrdersDeps = {
  /** Compares every account. */
  findOrder: (filter: RankingFilter) => Promise<RankingOrder>
  /** Finds what has changed since; null when it is unknown. */
  findMoves: (filter: RankingFilter, order: RankingOrder) => Promise<Moves | null>
}

type Ranked = { order: RankingOrder; standings: RankedAccounts['standings'] }

/**
 * Compares every account once for the leaderboard and the ranks of all visitors, and after each settlement only those
 * who bet on its rounds.
 *
 * @param version - Changes whenever a ranking may; null while nothing may be cached.
 */
export function shareOrders(
  { findOrder, findMoves }: SharedOrdersDeps,
  version: () => string | null,
): FindRanked {
  const kept = new Map<string, Ranked>()
  const shared = new VersionedCache<RankedAccounts>(version, MAX_ORDERS)
  const rank = async (filter: RankingFilter): Promise<Ranked> => {
    const last = kept.get(nameOf(filter))
    const moves = last === undefined ? null : await findMoves(filter, last.order)
    if (last === undefined || moves === null)
      return { order: await findOrder(filter), standings: new Map() }
    return moveAccounts(last, filter, moves)
  }
  return (filter) =>
    shared.share(rankingKey(filter), async () => {
      const ranked = await rank(filter)
      keep(kept, nameOf(filter), ranked)
      return rankAccounts(ranked.order, filter, ranked.standings)
    })
}

function moveAccounts(
  { order, standings }: Ranked,
  filter: RankingFilter,
  { sums, positions }: Moves,
): Ranked {
  const { fromEpochs } = filter
  const moved = { positions, fromEpochs, records: mergeMoves(order.records, filter, sums) }
  return { order: moved, standings: leadersOf(moved, filter, standings, sums) }
}

/** Returns the known sums of the leaders, so that only those who are new among them are read. */
function leadersOf(
  order: RankingOrder,
  filter: RankingFilter,
  known: RankedAccounts['standings'],
  moved: readonly SumsOfBytes[],
): RankedAccounts['standings'] {
  const newer = new Map(moved.map((sums) => [sums.account.toString('latin1'), sums]))
  const leaders: RankedAccounts['standings'] = new Map()
  for (const leader of rankAccounts(order, filter).first(MAX_LEADERS)) {
    const sums = newer.get(toBytes(leader).toString('latin1'))
    const standing = sums === undefined ? known.get(leader) : withAddress(sums)
    if (standing !== undefined) leaders.set(leader, standing)
  }
  return leaders
}

/** The same for a ranking whose window has moved on. */
function nameOf({ window, firstDay, rankBy, minimumRounds }: RankingFilter): string {
  return `${firstDay ?? window} ${rankBy} ${minimumRounds}`
}

/** The order that was not used for longest makes room. */
function keep(kept: Map<string, Ranked>, name: string, ranked: Ranked): void {
  kept.delete(name)
  kept.set(name, ranked)
  const [oldest] = kept.keys()
  if (kept.size > MAX_ORDERS && oldest !== undefined) kept.delete(oldest)
}
