import { DEFAULT_SYMBOL } from '@bullring/wire/fields'
import type { MarketTables } from '../../db/market-tables.ts'
import type { Selected } from '../../http/missing-markets.ts'
import { UnknownSymbolError } from '../../market/errors.ts'

/** The tables of a database with one market. */
export const ONLY_TABLES: readonly MarketTables[] = [{ symbol: DEFAULT_SYMBOL, schema: null }]

/** Gives operations under test a single market, the default one. */
export function onlySelection<deps>(deps: deps): (symbol: string) => Selected<deps> {
  return (symbol) => {
    if (symbol !== DEFAULT_SYMBOL) throw new UnknownSymbolError()
    return { selected: deps, missing: [] }
  }
}
