import { NotReadyError } from '../http/errors.ts'
import type { BySymbol } from '../market/by-symbol.ts'
import { UnknownSymbolError } from '../market/errors.ts'
import type { MarketRuntime } from './market-runtime.ts'
import type { MarketSlot } from './market-slot.ts'

/** The markets of this process. */
export type Markets = {
  slots: readonly MarketSlot[]
  /** Those that are open. */
  open: () => MarketRuntime[]
  /** Creates what an operation needs, once for each market, when a request first names it. */
  bySymbol: <deps>(create: (market: MarketRuntime) => deps) => BySymbol<deps>
}

/** Creates the access to markets by symbol. */
export function createMarkets(slots: readonly MarketSlot[]): Markets {
  const bySymbol = new Map(slots.map((slot) => [slot.marketConfig.symbol, slot]))
  return {
    slots,
    open: () => slots.flatMap(({ runtime }) => runtime ?? []),
    bySymbol: (create) => {
      const created = new WeakMap<MarketRuntime, ReturnType<typeof create>>()
      return (symbol) => {
        const slot = bySymbol.get(symbol)
        if (slot === undefined) throw new UnknownSymbolError()
        const { runtime } = slot
        if (runtime === null || !runtime.head.hasReached) throw new NotReadyError()
        const found = created.get(runtime) ?? create(runtime)
        created.set(runtime, found)
        return found
      }
    },
  }
}
