import type { Epoch } from '@bullring/prediction/units'
import { toBytes } from '@bullring/server/db/bytes'
import { type RawBuilder, sql } from 'kysely'
import type { Address } from 'viem'
import { type MarketTables, nameIn } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'
import { decodeResults } from './decode-results.ts'
import { type DroppedResults, drawLine, type ProfitLine, type Result } from './draw-line.ts'

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
  results: Buffer | null
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
  const results = rows.flatMap(({ symbol, results: bytes, dropped_before: stored }) => {
    const first = Math.max(starts.get(symbol) ?? 1, stored)
    return bytes === null ? [] : decodeResults(bytes, symbol, first)
  })
  return drawLine(results.toSorted(inOrder), sumDropped(rows), maxPoints)
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
    from ${nameIn(market, 'results_of')}(${toBytes(account)}, ${from}) parts, ${dropped} dropped`
}

/** Each row of a market has the sums of the market. */
function sumDropped(rows: readonly ResultsRow[]): DroppedResults {
  const markets = [...new Map(rows.map((row) => [row.symbol, row])).values()]
  return {
    rounds: markets.reduce((sum, row) => sum + row.dropped_rounds, 0),
    netResults: markets.reduce((sum, row) => sum + row.dropped_net, 0n),
  }
}

/** Bets of a second are in the order of their markets and rounds. */
function inOrder(a: Result, b: Result): number {
  if (a.placedAt !== b.placedAt) return a.placedAt - b.placedAt
  if (a.symbol !== b.symbol) return a.symbol < b.symbol ? -1 : 1
  return a.epoch - b.epoch
}
