import { DEFAULT_SYMBOL } from '@bullring/wire/fields'
import type { BySymbol } from '../market/by-symbol.ts'
import { UnknownSymbolError } from '../market/errors.ts'

/** Gives operations under test a single market, the default one. */
export function onlyMarket<deps>(deps: deps): BySymbol<deps> {
  return (symbol) => {
    if (symbol !== DEFAULT_SYMBOL) throw new UnknownSymbolError()
    return deps
  }
}
