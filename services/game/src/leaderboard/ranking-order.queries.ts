import { toBytes } from '@bullring/server/db/bytes'
import type { RawBuilder, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { type MarketTables, nameIn } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'
import type { GameTables } from '../db/schema.ts'
import type { Ranking, RankingFilter } from './ranking-filter.ts'
import type { Moves, RankingOrder } from './ranking-order.ts'
import { type Standing, type SumsRow, toStanding, toSums } from './standing.ts'

/** In SQL, over the sums of an account; `win_percent` as in leaderboard.queries.ts. Rounds of an account fit into int4. */
const VALUES: Readonly<Record<Ranking, string>> = {
  net_results: 'sum(net_results)',
  win_percent: '(sum(won_rounds::int4) * 20000 + sum(rounds::int4)) / (sum(rounds::int4) * 2)',
  total_rounds: 'sum(rounds::int4)',
  total_position: 'sum(total_position)',
}

/**
 * Compares the sums of every account over the markets, of a window or of days. Takes 0.4 s of CPU time for 180,000
 * accounts, so callers share the result and find what has changed since by {@link findMoves}.
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
  const { rows } = await sql<{ records: Buffer | null; positions: number[] }>`
    with ordered as materialized (
      select account, ${sql.raw(VALUES[rankBy])} as value
      from (${sql.join(parts, sql` union all `)}) parts
      group by account having sum(rounds::int4) >= ${minimumRounds}
      order by 2 desc, account
    )
    select ${positionsOf(markets)} as positions, (
      select string_agg(account || int8send(div(value::numeric, 1e18)::int8)
        || int8send(mod(value::numeric, 1e18)::int8), '') from ordered
    ) as records`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new TypeError('a select without a table has one row')
  const { fromEpochs } = filter
  return { records: row.records ?? Buffer.alloc(0), positions: row.positions, fromEpochs }
}

/** Journal positions, as a JSON array. */
function positionsOf(markets: readonly MarketTables[]): RawBuilder<unknown> {
  const positions = markets.map(
    (market) => sql`(select coalesce(max(id), 0) from ${nameIn(market, 'changes')})`,
  )
  return sql`json_build_array(${sql.join(positions)})`
}

/** With more changed accounts than this, comparing all of them takes hardly longer. */
const MAX_MOVES = 5_000
/** Rounds that have left a window since. */
const MAX_LEFT_ROUNDS = 2_000

type MoveRow = { positions: number[] | null } & (SumsRow | { account: null })

/**
 * Finds the accounts whose sums may have changed since `order`: those who bet on rounds that were decided or undone, or
 * have left the window. Null when the journal does not tell, or too much has changed.
 */
export async function findMoves(
  db: Database,
  markets: readonly MarketTables[],
  filter: RankingFilter,
  order: Omit<RankingOrder, 'records'>,
): Promise<Moves | null> {
  const since = markets.map((market, index) => ({
    market,
    position: order.positions[index] ?? 0,
    from: Number(order.fromEpochs[index]),
    to: Number(filter.fromEpochs[index]),
  }))
  if (since.some(({ from, to }) => to < from || to - from > MAX_LEFT_ROUNDS)) return null
  const moved = sql`account = any(array(select account from moved))`
  const parts = markets.map((market, index) => partsOf(market, index, filter, moved))
  const { rows } = await sql<MoveRow>`
    with moved as materialized (
      select distinct account from (${sql.join(since.map(movedIn), sql` union all `)}) b
      limit ${MAX_MOVES + 1}
    )
    select known.positions, sums.* from (
      select case when ${sql.join(since.map(isJournaled), sql` and `)}
        then ${positionsOf(markets)} end as positions
    ) known left join (
      select account, coalesce(sum(rounds), 0)::int8 as rounds,
        coalesce(sum(won_rounds), 0)::int8 as won_rounds,
        coalesce(sum(net_results), 0) as net_results,
        coalesce(sum(total_position), 0) as total_position
      from moved left join (${sql.join(parts, sql` union all `)}) parts using (account)
      group by account
    ) sums on true`.execute(db)
  const positions = rows[0]?.positions
  if (rows.length > MAX_MOVES || !positions) return null
  return { sums: rows.flatMap((row) => (row.account === null ? [] : toSums(row))), positions }
}

type Since = { market: MarketTables; position: number; from: number; to: number }

/** A strike decides the round before, and its own where the next one was written earlier. */
function movedIn({ market, position, from, to }: Since): RawBuilder<unknown> {
  const changes = sql`${nameIn(market, 'changes')} c where c.id > ${position}`
  return sql`select account from ${nameIn(market, 'bets')} where epoch = any(array(
    select case kind when 'strike' then epoch - 1 else epoch end
      from ${changes} and kind in ('strike', 'round')
    union select epoch from ${changes} and kind = 'strike'
      and exists (select from ${nameIn(market, 'strikes')} s where s.epoch = c.epoch + 1)
    union select generate_series(${from}::int8, ${to - 1}::int8)))`
}

/** Whether the journal has all changes since, and the table all bets of rounds that have left the window. */
function isJournaled({ market, position, from, to }: Since): RawBuilder<unknown> {
  const changes = nameIn(market, 'changes')
  return sql`exists (select from ${changes} where id = ${position})
    and not exists (select from ${changes} where id > ${position} and kind = 'reset')
    and not exists (select from ${nameIn(market, 'market')}
      where dropped_before > ${from} and ${from}::int8 < ${to}::int8)`
}

/** Adds up the sums of some accounts; an account without decided bets is missing in the result. */
export async function findStandings(
  db: Database,
  markets: readonly MarketTables[],
  filter: RankingFilter,
  accounts: readonly Address[],
): Promise<Map<Address, Standing>> {
  if (accounts.length === 0) return new Map()
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
