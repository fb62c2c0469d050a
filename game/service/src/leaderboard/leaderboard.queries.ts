import { toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { MarketTables } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'
import { AccountNumbers } from './account-numbers.ts'
import { MINIMUM_ROUNDS } from './minimum-rounds.ts'
import {
  needsAllSums,
  type Ranking,
  type RankingFilter,
  type RankingSpan,
} from './ranking-filter.ts'
import { findSums } from './ranking-sums.queries.ts'
import { type RankedStanding, type Standing, type SumsRow, toStanding } from './standing.ts'
import { SumsTable } from './sums-table.ts'

export type LeaderboardFilter = RankingFilter & { limit: number }

/** Finds the sums of every account; they may change after the caller has read them without waiting. */
export type FindTable = (span: RankingSpan) => Promise<SumsTable>

/** Minimum with which the database keeps counts (migration 0018). */
const COUNTED_MINIMUM: Readonly<Record<Ranking, number>> = {
  net_results: 1,
  win_percent: MINIMUM_ROUNDS,
  total_rounds: 1,
  total_position: 1,
}

/**
 * Finds accounts with decided bets, best first; of equals, the lower address first. For one market, reads about `limit`
 * rows from an index; for several, or for days, the sums of every account.
 */
export async function findLeaders(
  db: Database,
  markets: readonly MarketTables[],
  filter: LeaderboardFilter,
  findTable: FindTable = tableIn(db, markets),
): Promise<Standing[]> {
  const { window, fromEpochs, rankBy, minimumRounds, limit } = filter
  if (needsAllSums(markets, filter)) return (await findTable(filter)).leaders(filter)
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
  findTable: FindTable = tableIn(db, markets),
): Promise<RankedStanding> {
  const { window, fromEpochs, rankBy, minimumRounds, account } = filter
  if (needsAllSums(markets, filter) || minimumRounds !== COUNTED_MINIMUM[rankBy])
    return (await findTable(filter)).rank(account, filter)
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

/** Adds up the sums of every account each time. */
function tableIn(db: Database, markets: readonly MarketTables[]): FindTable {
  return async (span) => {
    const table = new SumsTable(new AccountNumbers())
    for (const records of (await findSums(db, markets, span)).records) table.add(records)
    return table
  }
}
