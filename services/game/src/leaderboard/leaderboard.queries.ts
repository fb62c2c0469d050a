import type { Epoch } from '@bullring/prediction/units'
import { toAddress, toBytes } from '@bullring/server/db/bytes'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { type MarketTables, nameIn } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'
import type { StandingRow } from '../db/schema.ts'
import type { Window } from '../market/windows.ts'
import { MINIMUM_ROUNDS } from './minimum-rounds.ts'

/** Criterion accounts are ranked by. */
export type Ranking = 'net_results' | 'win_percent' | 'total_rounds' | 'total_position'

/** Which accounts are compared, and how. */
export type RankingFilter = {
  window: Window
  /** First UTC day since 1970 that counts, instead of the window; null for the window. */
  firstDay: number | null
  /** First round of the window in each market. */
  fromEpochs: readonly Epoch[]
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

/** In SQL, with an index each (migration 0018). `win_percent` is in hundredths of a percent, rounded as by `percentOf`. */
const RANKINGS: Readonly<Record<Ranking, string>> = {
  net_results: 'net_results',
  win_percent: '(won_rounds * 20000 + rounds) / (rounds * 2)',
  total_rounds: 'rounds',
  total_position: 'total_position',
}

/** Minimum with which the database keeps counts (migration 0018). */
const COUNTED_MINIMUM: Readonly<Record<Ranking, number>> = {
  net_results: 1,
  win_percent: MINIMUM_ROUNDS,
  total_rounds: 1,
  total_position: 1,
}

type SumsRow = Omit<StandingRow, 'span'>

/** Whether a ranking adds up the sums of every account, instead of reading an index. */
export function comparesEveryAccount(
  markets: readonly MarketTables[],
  { firstDay }: Pick<RankingFilter, 'firstDay'>,
): boolean {
  return markets.length > 1 || firstDay !== null
}

/**
 * Finds accounts with decided bets, best first; of equals, the lower address first. For one market, reads about `limit`
 * rows from an index; for several, or for days, the kept sums of every account.
 */
export async function findLeaders(
  db: Database,
  markets: readonly MarketTables[],
  filter: LeaderboardFilter,
): Promise<Standing[]> {
  const { window, fromEpochs, rankBy, minimumRounds, limit } = filter
  const { rows } = await (comparesEveryAccount(markets, filter)
    ? sql<SumsRow>`
        select * from (${standingsOf(markets, filter)}) sums where rounds >= ${minimumRounds}
        order by ${sql.raw(RANKINGS[rankBy])} desc, account limit ${limit}`
    : sql<SumsRow>`
        select * from leading_standings(
          ${window}, ${Number(fromEpochs[0])}, ${rankBy}, ${minimumRounds}, ${limit}
        )`
  ).execute(db)
  return rows.map(toStanding)
}

/** The sums of each account over the markets. */
function standingsOf(
  markets: readonly MarketTables[],
  { window, firstDay, fromEpochs }: RankingFilter,
): RawBuilder<unknown> {
  const parts = markets.map((market, index) => {
    const since = Number(fromEpochs[index])
    if (firstDay !== null)
      return sql`select * from ${nameIn(market, 'standings_of_days')}(${firstDay}, ${since})`
    return market.schema === null
      ? sql`select * from standings_since(${window}, ${since})`
      : sql`select * from ${nameIn(market, 'market_standings')}(${window}, ${since})`
  })
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  return sql`
    select account, sum(rounds)::int8 as rounds, sum(won_rounds)::int8 as won_rounds,
      sum(net_results) as net_results, sum(total_position) as total_position
    from (${sql.join(parts, sql` union all `)}) parts group by account`
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
): Promise<RankedStanding> {
  const { window, fromEpochs, rankBy, minimumRounds, account } = filter
  const bytes = account === null ? null : toBytes(account)
  const isCounted =
    !comparesEveryAccount(markets, filter) && minimumRounds === COUNTED_MINIMUM[rankBy]
  const { rows } = await (isCounted
    ? sql<RankRow>`
        select * from ranked_standing(${window}, ${Number(fromEpochs[0])}, ${rankBy}, ${bytes})`
    : countRank(markets, filter, bytes)
  ).execute(db)
  const [row] = rows
  if (row === undefined) throw new TypeError('an aggregate always has one row')
  const { players, before } = row
  if (row.account === null) return { players, own: null }
  const rank = before === null ? null : before + 1
  return { players, own: { standing: toStanding(row), rank } }
}

/** Compares every account. */
function countRank(
  markets: readonly MarketTables[],
  filter: RankingFilter,
  account: Buffer | null,
): RawBuilder<RankRow> {
  const { rankBy, minimumRounds } = filter
  return sql`
    with compared as materialized (
      select *, ${sql.raw(RANKINGS[rankBy])} as value
      from (${standingsOf(markets, filter)}) sums
    ), own as (select * from compared where account = ${account}::bytea)
    select own.*, players, case when own.rounds >= ${minimumRounds} then before end as before
    from (
      select count(*) as players, count(*) filter (
        where c.value > own.value or (c.value = own.value and c.account < own.account)
      ) as before
      from compared c left join own on true where c.rounds >= ${minimumRounds}
    ) counted left join own on true`
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
