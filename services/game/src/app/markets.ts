import type { BySymbol } from '../market/by-symbol.ts'
import { UnknownSymbolError } from '../market/errors.ts'
import type { MarketRuntime } from './market-runtime.ts'

/** The markets of this process. */
export type Markets = {
  all: readonly MarketRuntime[]
  /** Creates what an operation needs, once for each market. */
  bySymbol: <deps>(create: (market: MarketRuntime) => deps) => BySymbol<deps>
}

/** Creates the access to markets by symbol. */
export function createMarkets(all: readonly MarketRuntime[]): Markets {
  return {
    all,
    bySymbol: (create) => {
      const created = new Map(all.map((market) => [market.marketConfig.symbol, create(market)]))
      return (symbol) => {
        const found = created.get(symbol)
        if (found === undefined) throw new UnknownSymbolError()
        return found
      }
    },
  }
}
