import { ALL_MARKETS } from '@bullring/wire/fields'
import { NotReadyError } from '../http/errors.ts'
import type { BySelection, BySymbol } from '../market/by-symbol.ts'
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
  /** The same for operations that can cover all markets: `create` receives one, or all that can respond. */
  bySelection: <deps>(create: (markets: SelectedMarkets) => deps) => BySelection<deps>
}

/** At least one market, all at the head of the chain. */
export type SelectedMarkets = readonly [MarketRuntime, ...MarketRuntime[]]

/** Creates the access to markets by symbol. */
export function createMarkets(slots: readonly MarketSlot[]): Markets {
  const bySymbol = readBySymbol(slots)
  return {
    slots,
    open: () => slots.flatMap(({ runtime }) => runtime ?? []),
    bySymbol,
    bySelection: (create) => {
      const ofOne = bySymbol((market) => create([market]))
      const ofAll = readAll(slots, create)
      return (symbol) =>
        symbol === ALL_MARKETS ? ofAll() : { selected: ofOne(symbol), missing: [] }
    },
  }
}

function readBySymbol(slots: readonly MarketSlot[]): Markets['bySymbol'] {
  const bySymbol = new Map(slots.map((slot) => [slot.marketConfig.symbol, slot]))
  return (create) => {
    const created = new WeakMap<MarketRuntime, ReturnType<typeof create>>()
    return (symbol) => {
      const slot = bySymbol.get(symbol)
      if (slot === undefined) throw new UnknownSymbolError()
      const runtime = readyRuntime(slot)
      if (runtime === null) throw new NotReadyError()
      const found = created.get(runtime) ?? create(runtime)
      created.set(runtime, found)
      return found
    }
  }
}

/** Creates again when other markets can respond than before. */
function readAll<deps>(
  slots: readonly MarketSlot[],
  create: (markets: SelectedMarkets) => deps,
): () => ReturnType<BySelection<deps>> {
  let last: { markets: SelectedMarkets; selected: deps } | null = null
  return () => {
    const [first, ...others] = slots.flatMap((slot) => readyRuntime(slot) ?? [])
    if (first === undefined) throw new NotReadyError()
    const markets: SelectedMarkets = [first, ...others]
    const isSame =
      last?.markets.length === markets.length &&
      markets.every((market, index) => market === last?.markets[index])
    if (last === null || !isSame) last = { markets, selected: create(markets) }
    const missing = slots.filter((slot) => readyRuntime(slot) === null)
    return {
      selected: last.selected,
      missing: missing.map(({ marketConfig }) => marketConfig.symbol),
    }
  }
}

/** Null while the market is closed or not at the head of the chain. */
function readyRuntime({ runtime }: MarketSlot): MarketRuntime | null {
  return runtime?.head.hasReached === true ? runtime : null
}
