import type { Epoch } from '@bullring/prediction/units'
import { toAddress } from '@bullring/server/db/bytes'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../db/open-database.ts'
import type { StandingRow } from '../db/schema.ts'
import type { Window } from '../market/windows.ts'

/** Criterion accounts are ranked by. */
export type Ranking = 'net_results' | 'win_percent' | 'total_rounds' | 'total_position'

export type LeaderboardFilter = {
  window: Window
  /** First round of the window. */
  fromEpoch: Epoch
  rankBy: Ranking
  limit: number
}

/** Sums of one account's decided bets; amounts in wei. */
export type Standing = {
  account: Address
  rounds: number
  wonRounds: number
  netResults: bigint
  totalPosition: bigint
}

/** `win_percent` is in hundredths of a percent, rounded as by `percentOf`. */
const RANKINGS: Readonly<Record<Ranking, RawBuilder<unknown>>> = {
  net_results: sql`net_results`,
  win_percent: sql`(won_rounds * 20000 + rounds) / (rounds * 2)`,
  total_rounds: sql`rounds`,
  total_position: sql`total_position`,
}

/** Finds accounts with decided bets, best first; of equals, the lower address first. */
export async function findLeaders(
  db: Database,
  { window, fromEpoch, rankBy, limit }: LeaderboardFilter,
): Promise<Standing[]> {
  const { rows } = await sql<Omit<StandingRow, 'span'>>`
    select * from standings_since(${window}, ${Number(fromEpoch)})
    order by ${RANKINGS[rankBy]} desc, account limit ${limit}`.execute(db)
  return rows.map((row) => ({
    account: toAddress(row.account),
    rounds: row.rounds,
    wonRounds: row.won_rounds,
    netResults: row.net_results,
    totalPosition: row.total_position,
  }))
}
