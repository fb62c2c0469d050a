import type { RawBuilder, Transaction } from 'kysely'
import { sql } from 'kysely'
import { type MarketTables, nameIn } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'
import type { GameTables } from '../db/schema.ts'
import type { RankingSpan } from './ranking-filter.ts'
import { type SumsOfBytes, type SumsRow, toSums } from './standing.ts'

/** A point in time up to which sums were read. */
export type SumsRead = {
  /** Journal position of each market. */
  positions: readonly number[]
  span: RankingSpan
}

/** Sums of all accounts as of a point in time, in records of a `SumsTable`: several, which are added one by one. */
export type AllSums = SumsRead & { records: readonly Buffer[] }

/** What has changed since. */
export type Moves = SumsRead & {
  /** Of all accounts whose sums may have changed; all zeros for those that have none any more. */
  sums: readonly SumsOfBytes[]
}

/**
 * Adds up the sums of every account over the markets, of a window or of days. Takes 0.5 s of CPU time for 180,000
 * accounts, so callers hold the result and find what has changed since by {@link findMoves}.
 */
export function findSums(
  db: Database,
  markets: readonly MarketTables[],
  span: RankingSpan,
): Promise<AllSums> {
  return db.transaction().execute((tx) => readSums(tx, markets, span))
}

type RecordsRow = { records: Buffer | null; positions: number[] }

/** {@link findSums} in a transaction, the rest of which sorts in more memory too. */
export async function readSums(
  tx: Transaction<GameTables>,
  markets: readonly MarketTables[],
  span: RankingSpan,
): Promise<AllSums> {
  const parts = markets.map((market, index) => partsOf(market, index, span, sql`true`))
  await allowMemory(tx)
  const { rows } = await sql<RecordsRow>`
    select known.positions, sums.records from (select ${positionsOf(markets)} as positions) known
    left join (${recordsOf(parts)}) sums on true`.execute(tx)
  return { records: recordsIn(rows), positions: rows[0]?.positions ?? [], span }
}

/** Sorting and hashing in files takes twice as long; a second process for it would be missing for other reads. */
async function allowMemory(tx: Transaction<GameTables>): Promise<void> {
  await sql`select set_config('work_mem', '64MB', true),
    set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx)
}

/** In several rows, so that no one row is decoded at once. Rounds of an account fit into int4. */
function recordsOf(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`
    select string_agg(account || int4send(rounds::int4) || int4send(won_rounds::int4)
      || ${amountOf('net_results')} || ${amountOf('total_position')}, '') as records
    from (
      select account, sum(rounds::int4) as rounds, sum(won_rounds::int4) as won_rounds,
        sum(net_results) as net_results, sum(total_position) as total_position
      from (${sql.join(parts, sql` union all `)}) parts
      group by account
    ) sums group by get_byte(account, 19) % 32`
}

function amountOf(column: string): RawBuilder<unknown> {
  const wei = sql.id(column)
  return sql`int8send(div(${wei}, 1e15)::int8) || int8send(mod(${wei}, 1e15)::int8)`
}

function recordsIn(rows: readonly Pick<RecordsRow, 'records'>[]): Buffer[] {
  return rows.flatMap(({ records }) => records ?? [])
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
 * Finds the accounts whose sums may have changed since `read`: those who bet on rounds that were decided or undone, or
 * have left the window. Null when the journal does not tell, or too much has changed.
 */
export async function findMoves(
  db: Database,
  markets: readonly MarketTables[],
  span: RankingSpan,
  read: SumsRead,
): Promise<Moves | null> {
  const since = markets.map((market, index) => ({
    market,
    position: read.positions[index] ?? 0,
    from: Number(read.span.fromEpochs[index]),
    to: Number(span.fromEpochs[index]),
  }))
  if (since.some(({ from, to }) => to < from || to - from > MAX_LEFT_ROUNDS)) return null
  const moved = sql`account = any(array(select account from moved))`
  const parts = markets.map((market, index) => partsOf(market, index, span, moved))
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
  const sums = rows.flatMap((row) => (row.account === null ? [] : toSums(row)))
  return { sums, positions, span }
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

/** What turns the sums since one day into those since another. */
export type DaysBetween = Moves & {
  /** Sums of the days between, in records of a `SumsTable`. */
  records: readonly Buffer[]
}

/**
 * Finds what turns sums since a day into those since another day: the sums of the days between, and the accounts that
 * have changed since `read`. Null when the changes are unknown, and until sums by day are kept.
 */
export function findDaysBetween(
  db: Database,
  markets: readonly MarketTables[],
  span: RankingSpan,
  read: SumsRead,
): Promise<DaysBetween | null> {
  const [lower, upper] = [span, read.span].toSorted((a, b) => (a.firstDay ?? 0) - (b.firstDay ?? 0))
  if (lower === undefined || upper === undefined) throw new TypeError('there are two spans')
  const parts = markets.map((market, index) => daysBetween(market, index, lower, upper))
  const isKept = markets.map((market) => sql`(select has_days from ${nameIn(market, 'market')})`)
  // Both statements see the same state.
  const transaction = db.transaction().setIsolationLevel('repeatable read')
  return transaction.execute(async (tx) => {
    const moves = await findMoves(tx, markets, span, {
      positions: read.positions,
      span: { ...read.span, fromEpochs: span.fromEpochs },
    })
    if (moves === null) return null
    await allowMemory(tx)
    const { rows } = await sql<{ is_kept: boolean; records: Buffer | null }>`
      select known.is_kept, sums.records from (select ${sql.join(isKept, sql` and `)} as is_kept) known
      left join (${recordsOf(parts)}) sums on known.is_kept`.execute(tx)
    return rows[0]?.is_kept === true ? { ...moves, records: recordsIn(rows) } : null
  })
}

/** Rounds that a reorg can still reach are in no kept sums: those since one day, less those since the other. */
function daysBetween(
  market: MarketTables,
  index: number,
  lower: RankingSpan,
  upper: RankingSpan,
): RawBuilder<unknown> {
  const newer = ({ firstDay, fromEpochs }: RankingSpan) =>
    sql`${nameIn(market, 'newer_than_days')}(${firstDay}, ${Number(fromEpochs[index])})`
  return sql`
    select ${SUMS} from ${nameIn(market, 'day_standings')}
    where day >= ${lower.firstDay} and day < ${upper.firstDay}
    union all select ${SUMS} from ${newer(lower)}
    union all select ${NEGATIVE_SUMS} from ${newer(upper)}`
}

const SUMS = sql`account, rounds, won_rounds, net_results, total_position`
const NEGATIVE_SUMS = sql`account, -rounds, -won_rounds, -net_results, -total_position`

/** Kept sums of a market and what they lack: an account may be in several rows. */
function partsOf(
  market: MarketTables,
  index: number,
  { window, firstDay, fromEpochs }: RankingSpan,
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
    select ${NEGATIVE_SUMS} from ${days}
    where day < ${firstDay} and ${condition} and ${hasDays} and ${isMost}`
}
