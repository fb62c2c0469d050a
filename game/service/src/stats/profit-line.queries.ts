import type { Epoch } from '@bullring/prediction/units'
import { toBytes } from '@bullring/server/db/bytes'
import { type RawBuilder, sql } from 'kysely'
import type { Address } from 'viem'
import { type MarketTables, nameIn } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'
import { type DroppedResults, drawLine, type ProfitLine, slotsOf } from './draw-line.ts'
import type { ResultsText } from './result-reader.ts'
import { ResultRun } from './result-run.ts'
import { ResultsInOrder } from './results-in-order.ts'

export type ProfitFilter = {
  account: Address
  /** First round of the window in each market. */
  fromEpochs: readonly Epoch[]
  /** At least 4. */
  maxPoints: number
}

/** Packed rows for each slot; with more, a line is drawn run by run. */
const ROWS_PER_SLOT = 2

/** Several results, a run of them, none, or what the market has dropped. */
type PartRow =
  | { results: string | null; run: string | null; dropped_before: null }
  | { results: null; dropped_before: number; dropped_rounds: number; dropped_net: bigint }

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
  // At the same time, as each market takes milliseconds.
  const parts = await Promise.all(
    spans.map(async (span) => {
      const { rows } = await partsIn(span, spans, toBytes(account), mostRows).execute(db)
      return toParts(span, rows)
    }),
  )
  const dropped = {
    rounds: parts.reduce((sum, market) => sum + market.dropped.rounds, 0),
    netResults: parts.reduce((sum, market) => sum + market.dropped.netResults, 0n),
  }
  const texts = parts.flatMap((market) => market.texts)
  const runs = parts.flatMap((market) => market.runs)
  return drawLine(new ResultsInOrder({ texts, runs }), dropped, maxPoints)
}

type MarketParts = { texts: ResultsText[]; runs: ResultRun[]; dropped: DroppedResults }

function toParts({ market: { symbol }, from }: MarketSpan, rows: readonly PartRow[]): MarketParts {
  const texts: string[] = []
  const runs: ResultRun[] = []
  let first = from
  const dropped: DroppedResults = { rounds: 0, netResults: 0n }
  for (const row of rows) {
    if (row.dropped_before !== null) {
      first = Math.max(from, row.dropped_before)
      dropped.rounds = row.dropped_rounds
      dropped.netResults = row.dropped_net
    } else if (row.results !== null) texts.push(row.results)
    else if (row.run !== null) runs.push(new ResultRun(symbol, row.run))
  }
  return { texts: texts.map((text) => ({ symbol, text, from: first })), runs, dropped }
}

type MarketSpan = { market: MarketTables; from: number }

/** Selects texts, the first of which may begin before `from`, runs, and one row of what was dropped. */
function partsIn(
  span: MarketSpan,
  spans: readonly MarketSpan[],
  account: Buffer,
  mostRows: number,
): RawBuilder<PartRow> {
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
  return sql<PartRow>`
    select results, run, null::int8 as dropped_before, null::int8 as dropped_rounds, null::numeric as dropped_net
    from ${nameIn(market, 'line_parts_of')}(${account}, ${from},
      ${before.length === 0 ? null : sql`least(${sql.join(before)})`}, ${mostRows})
    union all
    select null, null, coalesce((select dropped_before from ${nameIn(market, 'market')}), 0), rounds, net_results
    from ${dropped} dropped`
}
