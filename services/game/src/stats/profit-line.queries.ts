import type { Epoch } from '@bullring/prediction/units'
import { toBytes } from '@bullring/server/db/bytes'
import { type RawBuilder, sql } from 'kysely'
import type { Address } from 'viem'
import { type MarketTables, nameIn } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'
import { type DroppedResults, drawLine, type ProfitLine, slotsOf } from './draw-line.ts'
import { ResultRun } from './result-run.ts'
import { ResultsInOrder } from './results-in-order.ts'

export type ProfitFilter = {
  account: Address
  /** First round of the window in each market. */
  fromEpochs: readonly Epoch[]
  /** At least 4. */
  maxPoints: number
}

/** Of a slot; with more, a line is drawn run by run. */
const ROWS_PER_SLOT = 2

/** Several results, a run of them, none, or what the market has dropped. */
type PartRow = { symbol: string } & (
  | { results: string | null; run: string | null; dropped_before: null }
  | { results: null; dropped_before: number; dropped_rounds: number; dropped_net: bigint }
)

/**
 * Reads an account's decided bets in each market, those of many rounds from few rows, and of very many only sums and
 * extremes. Bets that were dropped count in every sum, but no point and no streak shows them.
 */
export async function findProfitLine(
  db: Database,
  markets: readonly MarketTables[],
  { account, fromEpochs, maxPoints }: ProfitFilter,
): Promise<ProfitLine> {
  const spans = markets.map((market, index) => ({ market, from: Number(fromEpochs[index]) }))
  const mostRows = ROWS_PER_SLOT * slotsOf(maxPoints)
  const parts = spans.map((span) => partsIn(span, spans, toBytes(account), mostRows))
  const { rows } = await sql<PartRow>`${sql.join(parts, sql` union all `)}`.execute(db)
  const starts = new Map(spans.map(({ market, from }) => [market.symbol, from]))
  const dropped: DroppedResults = { rounds: 0, netResults: 0n }
  for (const row of rows) {
    if (row.dropped_before === null) continue
    starts.set(row.symbol, Math.max(starts.get(row.symbol) ?? 1, row.dropped_before))
    dropped.rounds += row.dropped_rounds
    dropped.netResults += row.dropped_net
  }
  const found = rows.flatMap((row) => (row.dropped_before === null ? row : []))
  const texts = found.flatMap(({ symbol, results: text }) =>
    text === null ? [] : { symbol, text, from: starts.get(symbol) ?? 1 },
  )
  const runs = found.flatMap(({ symbol, run }) => (run === null ? [] : new ResultRun(symbol, run)))
  return drawLine(new ResultsInOrder({ texts, runs }), dropped, maxPoints)
}

type MarketSpan = { market: MarketTables; from: number }

/** Selects texts, the first of which may begin before `from`, runs, and one row of what was dropped. */
function partsIn(
  span: MarketSpan,
  spans: readonly MarketSpan[],
  account: Buffer,
  mostRows: number,
): RawBuilder<unknown> {
  const { market, from } = span
  // Bets of other markets may be between those of a run.
  const others = spans.filter((other) => other !== span)
  const before = others.map(
    (other) => sql`${nameIn(other.market, 'first_placed_at')}(${account}, ${other.from})`,
  )
  // All other windows begin after the bets that may have been dropped.
  const dropped =
    from > 1
      ? sql`(select 0::int8 as rounds, 0::numeric as net_results)`
      : sql`${nameIn(market, 'dropped_totals')}(${account})`
  return sql`
    select ${market.symbol}::text as symbol, results, run, null::int8 as dropped_before,
      null::int8 as dropped_rounds, null::numeric as dropped_net
    from ${nameIn(market, 'line_parts_of')}(${account}, ${from},
      ${before.length === 0 ? null : sql`least(${sql.join(before)})`}, ${mostRows})
    union all
    select ${market.symbol}::text, null, null,
      coalesce((select dropped_before from ${nameIn(market, 'market')}), 0), rounds, net_results
    from ${dropped} dropped`
}
