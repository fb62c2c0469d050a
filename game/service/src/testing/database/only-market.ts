import { DEFAULT_SYMBOL } from '@bullring/wire/fields'
import type { MarketTables } from '../../db/market-tables.ts'
import type { BySelection, BySymbol } from '../../market/by-symbol.ts'
import { UnknownSymbolError } from '../../market/errors.ts'

/** The tables of a database with one market. */
export const ONLY_TABLES: readonly MarketTables[] = [{ symbol: DEFAULT_SYMBOL, schema: null }]

/** Gives operations under test a single market, the default one. */
function onlyMarket<deps>(deps: deps): BySymbol<deps> {
  return (symbol) => {
    if (symbol !== DEFAULT_SYMBOL) throw new UnknownSymbolError()
    return deps
  }
}

/** The same for operations that can cover all markets. */
export function onlySelection<deps>(deps: deps): BySelection<deps> {
  const ofMarket = onlyMarket(deps)
  return (symbol) => ({ selected: ofMarket(symbol), missing: [] })
}
