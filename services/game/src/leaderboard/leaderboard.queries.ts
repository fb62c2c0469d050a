import type { Epoch } from '@bullring/prediction/units'
import { toAddress, toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../db/open-database.ts'
import type { StandingRow } from '../db/schema.ts'
import type { Window } from '../market/windows.ts'

/** Criterion accounts are ranked by. */
export type Ranking = 'net_results' | 'win_percent' | 'total_rounds' | 'total_position'

/** Which accounts are compared, and how. */
export type RankingFilter = {
  window: Window
  /** First round of the window. */
  fromEpoch: Epoch
  rankBy: Ranking
  /** Decided rounds that an account needs to be ranked. */
  minimumRounds: number
}

export type LeaderboardFilter = RankingFilter & { limit: number }

/** Sums of one account's decided bets; amounts in wei. */
export type Standing = {
  account: Address
  rounds: number
  wonRounds: number
  netResults: bigint
  totalPosition: bigint
}

/** The ranked accounts, and the place of one of them; its rank is null below the minimum. */
export type RankedStanding = {
  players: number
  own: { standing: Standing; rank: number | null } | null
}

/** In SQL, with an index each (migration 0015). `win_percent` is in hundredths of a percent, rounded as by `percentOf`. */
const RANKINGS: Readonly<Record<Ranking, string>> = {
  net_results: 'net_results',
  win_percent: '(won_rounds * 20000 + rounds) / (rounds * 2)',
  total_rounds: 'rounds',
  total_position: 'total_position',
}

type SumsRow = Omit<StandingRow, 'span'>

/** Finds accounts with decided bets, best first; of equals, the lower address first. */
export async function findLeaders(
  db: Database,
  { window, fromEpoch, rankBy, minimumRounds, limit }: LeaderboardFilter,
): Promise<Standing[]> {
  const { rows } = await sql<SumsRow>`
    select * from leading_standings(
      ${window}, ${Number(fromEpoch)}, ${RANKINGS[rankBy]}, ${minimumRounds}, ${limit}
    )`.execute(db)
  return rows.map(toStanding)
}

/** Counts the ranked accounts and those before `account`, in the order of `findLeaders`. */
export async function findRank(
  db: Database,
  {
    window,
    fromEpoch,
    rankBy,
    minimumRounds,
    account,
  }: RankingFilter & { account: Address | null },
): Promise<RankedStanding> {
  const bytes = account === null ? null : toBytes(account)
  const { rows } = await sql<{ players: number; before: number } & (SumsRow | { account: null })>`
    with compared as materialized (
      select *, ${sql.raw(RANKINGS[rankBy])} as value
      from standings_since(${window}, ${Number(fromEpoch)})
    ), own as (select * from compared where account = ${bytes}::bytea)
    select own.*, counted.*
    from (
      select count(*) as players, count(*) filter (
        where c.value > own.value or (c.value = own.value and c.account < own.account)
      ) as before
      from compared c left join own on true where c.rounds >= ${minimumRounds}
    ) counted left join own on true`.execute(db)
  const [row] = rows
  if (row === undefined) throw new TypeError('an aggregate always has one row')
  if (row.account === null) return { players: row.players, own: null }
  const standing = toStanding(row)
  const rank = standing.rounds < minimumRounds ? null : row.before + 1
  return { players: row.players, own: { standing, rank } }
}

function toStanding(row: SumsRow): Standing {
  return {
    account: toAddress(row.account),
    rounds: row.rounds,
    wonRounds: row.won_rounds,
    netResults: row.net_results,
    totalPosition: row.total_position,
  }
}
