import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { type MarketTables, nameIn } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'
import type { RankingSpan } from './ranking-filter.ts'
import {
  allowMemory,
  NEGATIVE_SUMS,
  partsOf,
  positionsOf,
  recordsIn,
  recordsOf,
  SUMS,
  type SumsRead,
} from './ranking-sums.queries.ts'
import { type SumsOfBytes, type SumsRow, toSums } from './standing.ts'

/** What has changed since. */
export type Moves = SumsRead & {
  /** Sums of all accounts for which they may have changed; all zeros for those that have none any more. */
  sums: readonly SumsOfBytes[]
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
  const since = sinceOf(markets, span, read)
  if (since === null) return null
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

export type Since = { market: MarketTables; position: number; from: number; to: number }

/** Null where a window has moved back, or too far. */
export function sinceOf(
  markets: readonly MarketTables[],
  span: RankingSpan,
  read: SumsRead,
): Since[] | null {
  const since = markets.map((market, index) => ({
    market,
    position: read.positions[index] ?? 0,
    from: Number(read.span.fromEpochs[index]),
    to: Number(span.fromEpochs[index]),
  }))
  return since.some(({ from, to }) => to < from || to - from > MAX_LEFT_ROUNDS) ? null : since
}

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
export function isJournaled({ market, position, from, to }: Since): RawBuilder<unknown> {
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
