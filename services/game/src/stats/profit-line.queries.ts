import type { Epoch } from '@bullring/prediction/units'
import { toBytes } from '@bullring/server/db/bytes'
import { type RawBuilder, sql } from 'kysely'
import type { Address } from 'viem'
import { type MarketTables, nameIn } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'
import { type DroppedResults, drawLine, type ProfitLine } from './draw-line.ts'
import { ResultsInOrder } from './results-in-order.ts'

export type ProfitFilter = {
  account: Address
  /** First round of the window in each market. */
  fromEpochs: readonly Epoch[]
  /** At least 4. */
  maxPoints: number
}

/** Several bets, none, or what the market has dropped. */
type ResultsRow = { symbol: string } & (
  | { results: string | null; dropped_before: null }
  | { results: null; dropped_before: number; dropped_rounds: number; dropped_net: bigint }
)

/**
 * Reads an account's decided bets in each market, those of many rounds from few rows. Bets that were dropped count in every
 * sum, but no point and no streak shows them.
 */
export async function findProfitLine(
  db: Database,
  markets: readonly MarketTables[],
  { account, fromEpochs, maxPoints }: ProfitFilter,
): Promise<ProfitLine> {
  const parts = markets.map((market, index) =>
    resultsIn(market, account, Number(fromEpochs[index])),
  )
  const { rows } = await sql<ResultsRow>`${sql.join(parts, sql` union all `)}`.execute(db)
  const starts = new Map(markets.map(({ symbol }, index) => [symbol, Number(fromEpochs[index])]))
  const dropped: DroppedResults = { rounds: 0, netResults: 0n }
  for (const row of rows) {
    if (row.dropped_before === null) continue
    starts.set(row.symbol, Math.max(starts.get(row.symbol) ?? 1, row.dropped_before))
    dropped.rounds += row.dropped_rounds
    dropped.netResults += row.dropped_net
  }
  const texts = rows.flatMap(({ symbol, results: text }) =>
    text === null ? [] : { symbol, text, from: starts.get(symbol) ?? 1 },
  )
  return drawLine(new ResultsInOrder(texts), dropped, maxPoints)
}

/** Selects texts, the first of which may begin before `from`, and one row of what was dropped. */
function resultsIn(market: MarketTables, account: Address, from: number): RawBuilder<unknown> {
  // All other windows begin after the bets that may have been dropped.
  const dropped =
    from > 1
      ? sql`(select 0::int8 as rounds, 0::numeric as net_results)`
      : sql`${nameIn(market, 'dropped_totals')}(${toBytes(account)})`
  return sql`
    select ${market.symbol}::text as symbol, results, null::int8 as dropped_before,
      null::int8 as dropped_rounds, null::numeric as dropped_net
    from ${nameIn(market, 'result_texts_of')}(${toBytes(account)}, ${from})
    union all
    select ${market.symbol}::text, null,
      coalesce((select dropped_before from ${nameIn(market, 'market')}), 0), rounds, net_results
    from ${dropped} dropped`
}
