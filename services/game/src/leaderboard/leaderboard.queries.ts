import { toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { MarketTables } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'
import { MINIMUM_ROUNDS } from './minimum-rounds.ts'
import type { Ranking, RankingFilter } from './ranking-filter.ts'
import { findOrder, findStandings } from './ranking-order.queries.ts'
import { type FindRanked, rankAccounts } from './ranking-order.ts'
import { type Standing, type SumsRow, toStanding } from './standing.ts'

export type LeaderboardFilter = RankingFilter & { limit: number }

/** The ranked accounts, and the place of one of them; its rank is null below the minimum. */
export type RankedStanding = {
  players: number
  own: { standing: Standing; rank: number | null } | null
}

/** Minimum with which the database keeps counts (migration 0018). */
const COUNTED_MINIMUM: Readonly<Record<Ranking, number>> = {
  net_results: 1,
  win_percent: MINIMUM_ROUNDS,
  total_rounds: 1,
  total_position: 1,
}

/**
 * Finds accounts with decided bets, best first; of equals, the lower address first. For one market, reads about `limit`
 * rows from an index; for several, or for days, sums of the first accounts of an order of all.
 */
export async function findLeaders(
  db: Database,
  markets: readonly MarketTables[],
  filter: LeaderboardFilter,
  findRanked: FindRanked = rankedIn(db, markets),
): Promise<Standing[]> {
  const { window, firstDay, fromEpochs, rankBy, minimumRounds, limit } = filter
  if (markets.length > 1 || firstDay !== null) {
    const { first, standings } = await findRanked(filter)
    const leaders = first(limit)
    const unread = leaders.filter((leader) => !standings.has(leader))
    const read = await findStandings(db, markets, filter, unread)
    for (const [leader, standing] of read) standings.set(leader, standing)
    return leaders.flatMap((leader) => standings.get(leader) ?? [])
  }
  const { rows } = await sql<SumsRow>`
    select * from leading_standings(
      ${window}, ${Number(fromEpochs[0])}, ${rankBy}, ${minimumRounds}, ${limit}
    )`.execute(db)
  return rows.map(toStanding)
}

type RankRow = { players: number; before: number | null } & (SumsRow | { account: null })

/**
 * Counts the ranked accounts and those before `account`, in the order of `findLeaders`. For one market, adds up counts
 * that the database keeps, and reads about a thousand rows from an index.
 */
export async function findRank(
  db: Database,
  markets: readonly MarketTables[],
  filter: RankingFilter & { account: Address | null },
  findRanked: FindRanked = rankedIn(db, markets),
): Promise<RankedStanding> {
  const { window, firstDay, fromEpochs, rankBy, minimumRounds, account } = filter
  if (markets.length > 1 || firstDay !== null || minimumRounds !== COUNTED_MINIMUM[rankBy])
    return await rankInOrder(db, markets, filter, findRanked)
  const bytes = account === null ? null : toBytes(account)
  const { rows } = await sql<RankRow>`
    select * from ranked_standing(${window}, ${Number(fromEpochs[0])}, ${rankBy}, ${bytes})`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new TypeError('an aggregate always has one row')
  const { players, before } = row
  if (row.account === null) return { players, own: null }
  const rank = before === null ? null : before + 1
  return { players, own: { standing: toStanding(row), rank } }
}

async function rankInOrder(
  db: Database,
  markets: readonly MarketTables[],
  filter: RankingFilter & { account: Address | null },
  findRanked: FindRanked,
): Promise<RankedStanding> {
  const { account, minimumRounds } = filter
  const { players, rankOf } = await findRanked(filter)
  if (account === null) return { players, own: null }
  const [standing] = (await findStandings(db, markets, filter, [account])).values()
  if (standing === undefined) return { players, own: null }
  const rank = standing.rounds < minimumRounds ? null : rankOf(standing)
  return { players, own: { standing, rank } }
}

/** Compares every account each time. */
function rankedIn(db: Database, markets: readonly MarketTables[]): FindRanked {
  return async (filter) => rankAccounts(await findOrder(db, markets, filter), filter)
}
