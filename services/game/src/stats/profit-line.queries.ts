import type { Epoch } from '@bullring/prediction/units'
import { toBytes } from '@bullring/server/db/bytes'
import { type RawBuilder, sql } from 'kysely'
import type { Address } from 'viem'
import { type MarketTables, nameIn } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'
import { decodeResults } from './decode-results.ts'
import { type DroppedResults, drawLine, type ProfitLine } from './draw-line.ts'

export type ProfitFilter = {
  account: Address
  /** First round of the window in each market. */
  fromEpochs: readonly Epoch[]
  /** At least 4. */
  maxPoints: number
}

type ResultsRow = {
  symbol: string
  /** Of several bets; null for none. */
  results: string | null
  dropped_before: number
  dropped_rounds: number
  dropped_net: bigint
}

/**
 * Reads an account's decided bets in each market, those of many rounds from few rows. Bets that were dropped count in every
 * sum, but no point and no streak shows them.
 */
export async function findProfitLine(
  db: Database,
  markets: readonly MarketTables[],
  { account, fromEpochs, maxPoints }: ProfitFilter,
): Promise<ProfitLine> {
  const starts = new Map(markets.map(({ symbol }, index) => [symbol, Number(fromEpochs[index])]))
  const parts = markets.map((market) => resultsIn(market, account, starts.get(market.symbol) ?? 1))
  const { rows } = await sql<ResultsRow>`${sql.join(parts, sql` union all `)}`.execute(db)
  const texts = rows.flatMap(({ symbol, results: text, dropped_before: stored }) =>
    text === null ? [] : { symbol, text, from: Math.max(starts.get(symbol) ?? 1, stored) },
  )
  return drawLine(decodeResults(texts), sumDropped(rows), maxPoints)
}

/** Selects at least one row. Packed results begin before `from`. */
function resultsIn(market: MarketTables, account: Address, from: number): RawBuilder<unknown> {
  // All other windows begin after the bets that may have been dropped.
  const dropped =
    from > 1
      ? sql`(select 0::int8 as rounds, 0::numeric as net_results)`
      : sql`${nameIn(market, 'dropped_totals')}(${toBytes(account)})`
  return sql`
    select ${market.symbol}::text as symbol, parts.results,
      coalesce((select dropped_before from ${nameIn(market, 'market')}), 0) as dropped_before,
      dropped.rounds as dropped_rounds, dropped.net_results as dropped_net
    from ${nameIn(market, 'result_texts_of')}(${toBytes(account)}, ${from}) parts, ${dropped} dropped`
}

/** Each row of a market has the sums of the market. */
function sumDropped(rows: readonly ResultsRow[]): DroppedResults {
  const markets = [...new Map(rows.map((row) => [row.symbol, row])).values()]
  return {
    rounds: markets.reduce((sum, row) => sum + row.dropped_rounds, 0),
    netResults: markets.reduce((sum, row) => sum + row.dropped_net, 0n),
  }
}
