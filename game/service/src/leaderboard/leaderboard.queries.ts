import { toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { MarketTables } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'
import { MINIMUM_ROUNDS } from './minimum-rounds.ts'
import type { LeaderboardFilter, Ranking, RankingFilter } from './ranking-filter.ts'
import {
  type RankedStanding,
  type RankRow,
  type Standing,
  type SumsRow,
  toRankedStanding,
  toStanding,
} from './standing.ts'
import { leadersBySums, rankBySums } from './sums.queries.ts'

/** Minimum with which the database keeps counts. */
const COUNTED_MINIMUM: Readonly<Record<Ranking, number>> = {
  net_results: 1,
  win_percent: MINIMUM_ROUNDS,
  total_rounds: 1,
  total_position: 1,
}

/**
 * Finds accounts with decided bets, best first; of equals, the lower address first. For one market, reads about `limit`
 * rows from an index; for several, the sums of every account.
 */
export async function findLeaders(
  db: Database,
  markets: readonly MarketTables[],
  filter: LeaderboardFilter,
): Promise<Standing[]> {
  const { window, fromEpochs, rankBy, minimumRounds, limit } = filter
  const query =
    markets.length > 1
      ? leadersBySums(markets, filter)
      : sql<SumsRow>`select * from leading_standings(
          ${window}, ${Number(fromEpochs[0])}, ${rankBy}, ${minimumRounds}, ${limit})`
  return (await query.execute(db)).rows.map(toStanding)
}

/**
 * Counts the ranked accounts and those before `account`, in the order of `findLeaders`. For one market, adds up counts
 * that the database keeps, and reads about a thousand rows from an index; for several, the sums of every account.
 */
export async function findRank(
  db: Database,
  markets: readonly MarketTables[],
  filter: RankingFilter & { account: Address | null },
): Promise<RankedStanding> {
  const { window, fromEpochs, rankBy, minimumRounds, account } = filter
  const bytes = account === null ? null : toBytes(account)
  const query =
    markets.length > 1 || minimumRounds !== COUNTED_MINIMUM[rankBy]
      ? rankBySums(markets, filter, bytes)
      : sql<RankRow>`select * from ranked_standing(
          ${window}, ${Number(fromEpochs[0])}, ${rankBy}, ${bytes})`
  return toRankedStanding((await query.execute(db)).rows)
}
