import type { RawBuilder, Transaction } from 'kysely'
import { sql } from 'kysely'
import { type MarketTables, nameIn } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'
import type { GameTables } from '../db/schema.ts'
import type { RankingSpan } from './ranking-filter.ts'

/** A point in time up to which sums were read. */
export type SumsRead = {
  /** Journal position of each market. */
  positions: readonly number[]
  span: RankingSpan
}

/** Sums of all accounts as of a point in time, in records of a `SumsTable`: several, which are added one by one. */
export type AllSums = SumsRead & { records: readonly Buffer[] }

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
export async function allowMemory(tx: Transaction<GameTables>): Promise<void> {
  await sql`select set_config('work_mem', '64MB', true),
    set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx)
}

/** In several rows, so that no one row is decoded at once. Rounds of an account fit into int4. */
export function recordsOf(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
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

export function recordsIn(rows: readonly { records: Buffer | null }[]): Buffer[] {
  return rows.flatMap(({ records }) => records ?? [])
}

/** Journal positions, as a JSON array. */
export function positionsOf(markets: readonly MarketTables[]): RawBuilder<unknown> {
  const positions = markets.map(
    (market) => sql`(select coalesce(max(id), 0) from ${nameIn(market, 'changes')})`,
  )
  return sql`json_build_array(${sql.join(positions)})`
}

export const SUMS = sql`account, rounds, won_rounds, net_results, total_position`
export const NEGATIVE_SUMS = sql`account, -rounds, -won_rounds, -net_results, -total_position`

/** Kept sums of a market and what they lack: an account may be in several rows. */
export function partsOf(
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
