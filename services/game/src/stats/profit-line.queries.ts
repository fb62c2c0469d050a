import type { Epoch } from '@bullring/prediction/units'
import { toBytes } from '@bullring/server/db/bytes'
import { type RawBuilder, sql } from 'kysely'
import type { Address } from 'viem'
import { type MarketTables, nameIn } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'
import { decodeResults } from './decode-results.ts'
import { drawLine, type ProfitLine, type Result } from './draw-line.ts'

export type ProfitFilter = {
  account: Address
  /** First round of the window in each market. */
  fromEpochs: readonly Epoch[]
  /** At least 4. */
  maxPoints: number
}

type MarketRow = {
  symbol: string
  results: Buffer
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
  const parts = markets.map((market, index) =>
    resultsIn(market, account, Number(fromEpochs[index])),
  )
  const { rows } = await sql<MarketRow>`${sql.join(parts, sql` union all `)}`.execute(db)
  const found = new Map(rows.map((row) => [row.symbol, row]))
  const results = markets.flatMap(({ symbol }, index) => {
    const row = found.get(symbol)
    if (row === undefined) return []
    const first = Math.max(Number(fromEpochs[index]), row.dropped_before)
    return decodeResults(row.results, symbol).filter(({ epoch }) => epoch >= first)
  })
  const dropped = {
    rounds: rows.reduce((sum, row) => sum + row.dropped_rounds, 0),
    netResults: rows.reduce((sum, row) => sum + row.dropped_net, 0n),
  }
  return drawLine(results.toSorted(inOrder), dropped, maxPoints)
}

/** Selects one row. Packed results begin before `from`. */
function resultsIn(market: MarketTables, account: Address, from: number): RawBuilder<unknown> {
  // All other windows begin after the bets that may have been dropped.
  const dropped =
    from > 1
      ? sql`(select 0::int8 as rounds, 0::numeric as net_results)`
      : sql`${nameIn(market, 'dropped_totals')}(${toBytes(account)})`
  return sql`
    select ${market.symbol}::text as symbol,
      coalesce((select dropped_before from ${nameIn(market, 'market')}), 0) as dropped_before,
      ${nameIn(market, 'results_of')}(${toBytes(account)}, ${from}) as results,
      dropped.rounds as dropped_rounds, dropped.net_results as dropped_net
    from ${dropped} dropped`
}

/** Bets of a second are in the order of their markets and rounds. */
function inOrder(a: Result, b: Result): number {
  if (a.placedAt !== b.placedAt) return a.placedAt - b.placedAt
  if (a.symbol !== b.symbol) return a.symbol < b.symbol ? -1 : 1
  return Number(a.epoch) - Number(b.epoch)
}
