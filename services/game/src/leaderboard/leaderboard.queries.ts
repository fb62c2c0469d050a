import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { toAddress } from '../db/bytes.ts'
import type { Database } from '../db/open-database.ts'

/** What accounts are ranked by. */
export type Ranking = 'net_results' | 'win_percent' | 'total_rounds' | 'total_position'

export type LeaderboardFilter = {
  /** Only rounds from this one on. */
  fromEpoch: number
  rankBy: Ranking
  limit: number
}

/** One account's decided bets, added up; amounts in wei. */
export type Standing = {
  account: Address
  rounds: number
  wonRounds: number
  netResults: bigint
  totalPosition: bigint
}

type StandingRow = {
  account: Buffer
  rounds: number
  won_rounds: number
  net_results: bigint
  total_position: bigint
}

/** The share of won rounds in hundredths of a percent, as `percentOf` rounds it. */
const RANKINGS: Readonly<Record<Ranking, RawBuilder<unknown>>> = {
  net_results: sql`net_results`,
  win_percent: sql`(won_rounds * 20000 + rounds) / (rounds * 2)`,
  total_rounds: sql`rounds`,
  total_position: sql`total_position`,
}

/** Accounts with decided bets, best first; the lower address first of equals. */
export async function findLeaders(db: Database, filter: LeaderboardFilter): Promise<Standing[]> {
  const { fromEpoch, rankBy, limit } = filter
  const { rows } = await sql<StandingRow>`
    select * from (
      select account, count(*) as rounds, count(*) filter (where is_win) as won_rounds,
        sum(payout - amount) as net_results, sum(amount) as total_position
      from decided_bets where epoch >= ${fromEpoch} group by account
    ) standings
    order by ${RANKINGS[rankBy]} desc, account limit ${limit}`.execute(db)
  return rows.map((row) => ({
    account: toAddress(row.account),
    rounds: row.rounds,
    wonRounds: row.won_rounds,
    netResults: row.net_results,
    totalPosition: row.total_position,
  }))
}
