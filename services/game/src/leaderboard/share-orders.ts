import { toBytes } from '@bullring/server/db/bytes'
import { VersionedCache } from '../http/versioned-cache.ts'
import { type RankingFilter, rankingKey } from './ranking-filter.ts'
import {
  type FindRanked,
  type Moves,
  mergeMoves,
  type RankedAccounts,
  type RankingOrder,
  rankAccounts,
} from './ranking-order.ts'
import { type SumsOfBytes, withAddress } from './standing.ts'

/** Each window by each ranking. An order takes 36 bytes for each account. */
const MAX_ORDERS = 16

/** Changed accounts after which they are merged with the order: a copy at each settlement would keep the collector busy. */
const MERGE_AT = 1_000

/** Longest leaderboard. */
const MAX_LEADERS = 100

export type SharedOrdersDeps = {
  /** Compares every account. */
  findOrder: (filter: RankingFilter) => Promise<RankingOrder>
  /** Finds what has changed since; null when it is unknown. */
  findMoves: (filter: RankingFilter, order: RankingOrder) => Promise<Moves | null>
}

type Ranked = {
  order: RankingOrder
  /** Sums of the accounts that have moved since the records of `order`, by their bytes as text. */
  moved: ReadonlyMap<string, SumsOfBytes>
  accounts: RankedAccounts
}

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
    if (last !== undefined && moves !== null) return moveAccounts(last, filter, moves)
    const order = await findOrder(filter)
    return { order, moved: new Map(), accounts: rankAccounts(order, filter) }
  }
  return (filter) =>
    shared.share(rankingKey(filter), async () => {
      const ranked = await rank(filter)
      keep(kept, nameOf(filter), ranked)
      return ranked.accounts
    })
}

function moveAccounts(last: Ranked, filter: RankingFilter, { sums, positions }: Moves): Ranked {
  const { fromEpochs } = filter
  const isFull = last.moved.size + sums.length > MERGE_AT
  const { records } = last.order
  const order = {
    ...{ positions, fromEpochs },
    records: isFull ? mergeMoves(records, filter, [...last.moved.values()]) : records,
  }
  const moved = new Map(isFull ? [] : last.moved)
  for (const sum of sums) moved.set(textOf(sum.account), sum)
  const ranked = rankAccounts(order, filter, [...moved.values()])
  const standings = leadersOf(ranked, moved, last.accounts.standings)
  return { order, moved, accounts: { ...ranked, standings } }
}

/** Returns the known sums of the leaders, so that only those who are new among them are read. */
function leadersOf(
  { first }: RankedAccounts,
  moved: Ranked['moved'],
  known: RankedAccounts['standings'],
): RankedAccounts['standings'] {
  const leaders: RankedAccounts['standings'] = new Map()
  for (const leader of first(MAX_LEADERS)) {
    const sums = moved.get(textOf(toBytes(leader)))
    const standing = sums === undefined ? known.get(leader) : withAddress(sums)
    if (standing !== undefined) leaders.set(leader, standing)
  }
  return leaders
}

const textOf = (account: Buffer) => account.toString('latin1')

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
