import { toAddress, toBytes } from '@bullring/server/db/bytes'
import type { RawBuilder, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { type MarketTables, nameIn } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'
import type { GameTables } from '../db/schema.ts'
import type { Ranking, RankingFilter } from './ranking-filter.ts'
import { type Standing, type SumsRow, toStanding } from './standing.ts'

const ADDRESS_BYTES = 20

/** Ranked accounts, best first, of equals the lower address first: one address after the other, without separators. */
export type RankingOrder = Buffer

/** Finds the order of a ranking. */
export type FindOrder = (filter: RankingFilter) => Promise<RankingOrder>

/** Returns how many accounts are ranked. */
export function playersIn(order: RankingOrder): number {
  return order.length / ADDRESS_BYTES
}

/** Returns the first accounts of a ranking. */
export function firstOf(order: RankingOrder, count: number): Address[] {
  const length = Math.min(count, playersIn(order))
  return Array.from({ length }, (_, index) =>
    toAddress(order.subarray(index * ADDRESS_BYTES, (index + 1) * ADDRESS_BYTES)),
  )
}

/** Returns the place of an account, from 1; null when it is not ranked. */
export function rankIn(order: RankingOrder, account: Address): number | null {
  const bytes = toBytes(account)
  let at = order.indexOf(bytes)
  // The end of one address and the beginning of the next can look like another one.
  while (at % ADDRESS_BYTES > 0) at = order.indexOf(bytes, at + 1)
  return at < 0 ? null : at / ADDRESS_BYTES + 1
}

/** In SQL, over the sums of an account; `win_percent` as in leaderboard.queries.ts. Rounds of an account fit into int4. */
const VALUES: Readonly<Record<Ranking, string>> = {
  net_results: 'sum(net_results)',
  win_percent: '(sum(won_rounds::int4) * 20000 + sum(rounds::int4)) / (sum(rounds::int4) * 2)',
  total_rounds: 'sum(rounds::int4)',
  total_position: 'sum(total_position)',
}

/**
 * Compares the sums of every account over the markets, of a window or of days. Takes 0.4 s of CPU time for 180,000
 * accounts, so callers share the result.
 */
export function findOrder(
  db: Database,
  markets: readonly MarketTables[],
  filter: RankingFilter,
): Promise<RankingOrder> {
  return db.transaction().execute((tx) => readOrder(tx, markets, filter))
}

/** {@link findOrder} in a transaction, the rest of which sorts in more memory too. */
export async function readOrder(
  tx: Transaction<GameTables>,
  markets: readonly MarketTables[],
  filter: RankingFilter,
): Promise<RankingOrder> {
  const { rankBy, minimumRounds } = filter
  const parts = markets.map((market, index) => partsOf(market, index, filter, sql`true`))
  // Sorting and hashing in files takes twice as long; a second process for it would be missing for other reads.
  await sql`select set_config('work_mem', '64MB', true),
    set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx)
  const { rows } = await sql<{ accounts: Buffer | null }>`
    with ordered as materialized (
      select account from (${sql.join(parts, sql` union all `)}) parts
      group by account having sum(rounds::int4) >= ${minimumRounds}
      order by ${sql.raw(VALUES[rankBy])} desc, account
    )
    select string_agg(account, '') as accounts from ordered`.execute(tx)
  return rows[0]?.accounts ?? Buffer.alloc(0)
}

/** Adds up the sums of some accounts; an account without decided bets is missing in the result. */
export async function findStandings(
  db: Database,
  markets: readonly MarketTables[],
  filter: RankingFilter,
  accounts: readonly Address[],
): Promise<Map<Address, Standing>> {
  const own = sql`account = any(${accounts.map(toBytes)}::bytea[])`
  const parts = markets.map((market, index) => partsOf(market, index, filter, own))
  const { rows } = await sql<SumsRow>`
    select account, sum(rounds)::int8 as rounds, sum(won_rounds)::int8 as won_rounds,
      sum(net_results) as net_results, sum(total_position) as total_position
    from (${sql.join(parts, sql` union all `)}) parts
    group by account having sum(rounds) > 0`.execute(db)
  return new Map(rows.map(toStanding).map((standing) => [standing.account, standing]))
}

const SUMS = sql`account, rounds, won_rounds, net_results, total_position`

/** Kept sums of a market and what they lack: an account may be in several rows. */
function partsOf(
  market: MarketTables,
  index: number,
  { window, firstDay, fromEpochs }: RankingFilter,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const since = Number(fromEpochs[index])
  if (firstDay === null)
    return sql`
      select ${SUMS} from ${nameIn(market, 'standings')} where span = ${window} and ${condition}
      union all
      select ${SUMS} from ${nameIn(market, 'market_moved_since')}(${window}, ${since}) where ${condition}`
  return sql`
    ${keptDays(market, firstDay, condition)}
    union all
    select ${SUMS} from ${nameIn(market, 'newer_than_days')}(${firstDay}, ${since}) where ${condition}`
}

/** Sums since `firstDay`. Where fewer days are before it than after, those of all days less those before. */
function keptDays(
  market: MarketTables,
  firstDay: number,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const days = nameIn(market, 'day_standings')
  const hasDays = sql`(select has_days from ${nameIn(market, 'market')})`
  const isMost = sql`(
    select coalesce(${firstDay} - min(day) < max(day) - ${firstDay}, false) from ${days})`
  return sql`
    select ${SUMS} from ${days}
    where day >= ${firstDay} and ${condition} and ${hasDays} and not ${isMost}
    union all
    select ${SUMS} from ${nameIn(market, 'standings')}
    where span = 'all' and ${condition} and ${hasDays} and ${isMost}
    union all
    select account, -rounds, -won_rounds, -net_results, -total_position from ${days}
    where day < ${firstDay} and ${condition} and ${hasDays} and ${isMost}`
}
