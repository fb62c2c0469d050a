import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { type MarketTables, nameIn } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'
import type { RankingSpan } from './ranking-filter.ts'
import { isJournaled, sinceOf } from './ranking-moves.queries.ts'
import { positionsOf, recordsIn, recordsOf, SUMS, type SumsRead } from './ranking-sums.queries.ts'

/** What settlements have added to the sums of every window that begins before. */
export type Settled = {
  positions: readonly number[]
  /** The first settled round of each market; null for none. */
  firstEpochs: readonly (number | null)[]
  /** In records of a `SumsTable`. */
  records: readonly Buffer[]
}

type SettledRow = {
  positions: number[]
  first_epochs: (number | null)[]
  records: Buffer | null
}

/** Adds up the rounds that were settled since `positions`. Null where rounds were undone, or the journal does not tell. */
export async function findSettled(
  db: Database,
  markets: readonly MarketTables[],
  positions: readonly number[],
): Promise<Settled | null> {
  const names = markets.map((_, index) => sql.id(`settled_${index}`))
  const settled = markets.map(
    (market, index) =>
      sql`${nameIn(market, 'settled_since')}(${positions[index] ?? 0}) as ${names[index]}`,
  )
  const first = names.map((name) => sql`(select min(e) from unnest(${name}) e)`)
  const isKnown = names.map((name) => sql`${name} is not null`)
  const parts = markets.map((market, index) => roundSums(market, sql`${names[index]}`))
  const { rows } = await sql<SettledRow>`
    with settled as materialized (select ${sql.join(settled)})
    select ${positionsOf(markets)} as positions, json_build_array(${sql.join(first)}) as first_epochs,
      sums.records
    from settled left join lateral (${recordsOf(parts)}) sums on true
    where ${sql.join(isKnown, sql` and `)}`.execute(db)
  const [row] = rows
  return row === undefined
    ? null
    : { positions: row.positions, firstEpochs: row.first_epochs, records: recordsIn(rows) }
}

function roundSums(market: MarketTables, epochs: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${SUMS} from ${nameIn(market, 'round_sums')}(${epochs})`
}

/**
 * Adds up the rounds that have left a window since `read`, in records of a `SumsTable`. Null where rounds of it were settled
 * or undone since, or their bets were dropped.
 */
export async function findLeft(
  db: Database,
  markets: readonly MarketTables[],
  span: RankingSpan,
  read: SumsRead,
): Promise<Buffer[] | null> {
  const since = sinceOf(markets, span, read)
  if (since === null) return null
  const parts = since.map(({ market, from, to }) =>
    roundSums(market, sql`array(select generate_series(${from}::int8, ${to - 1}::int8))`),
  )
  const isKnown = since.map(
    ({ market, position, from, to }) => sql`${isJournaled({ market, position, from, to })}
      and not exists (select from ${nameIn(market, 'changes')} where id > ${position}
        and kind in ('strike', 'round') and epoch between ${from} and ${to})`,
  )
  const { rows } = await sql<{ is_known: boolean; records: Buffer | null }>`
    select known.is_known, sums.records from (select ${sql.join(isKnown, sql` and `)} as is_known) known
    left join (${recordsOf(parts)}) sums on true`.execute(db)
  return rows[0]?.is_known === true ? recordsIn(rows) : null
}
