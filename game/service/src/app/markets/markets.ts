import { ALL_MARKETS } from '@bullring/wire/fields'
import { NotReadyError } from '../../http/errors.ts'
import type { BySelection, BySymbol } from '../../market/by-symbol.ts'
import { UnknownSymbolError } from '../../market/errors.ts'
import type { MarketView, ReadSource } from './market-runtime.ts'
import type { MarketSlot } from './market-slot.ts'

/** The markets of this process. */
export type Markets = {
  slots: readonly MarketSlot[]
  /** Those that are open. */
  open: () => MarketView[]
  /** Creates what an operation needs, once for each market, when a request first names it. */
  bySymbol: <deps>(create: (market: MarketView) => deps) => BySymbol<deps>
  /** The same for operations that can cover all markets: `create` receives one, or all that can respond. */
  bySelection: <deps>(create: (markets: SelectedMarkets) => deps) => BySelection<deps>
}

/** At least one market, all at the head of the chain. */
export type SelectedMarkets = readonly [MarketView, ...MarketView[]]

/** Creates the access to markets by symbol, as operations read them from `source`. */
export function createMarkets(slots: readonly MarketSlot[], source: ReadSource): Markets {
  const bySymbol = readBySymbol(slots, source)
  return {
    slots,
    open: () => slots.flatMap(({ runtime }) => runtime?.views[source] ?? []),
    bySymbol,
    bySelection: (create) => {
      const ofOne = bySymbol((market) => create([market]))
      const ofAll = readAll(slots, source, create)
      return (symbol) =>
        symbol === ALL_MARKETS ? ofAll() : { selected: ofOne(symbol), missing: [] }
    },
  }
}

function readBySymbol(slots: readonly MarketSlot[], source: ReadSource): Markets['bySymbol'] {
  const bySymbol = new Map(slots.map((slot) => [slot.marketConfig.symbol, slot]))
  return (create) => {
    const created = new WeakMap<MarketView, ReturnType<typeof create>>()
    return (symbol) => {
      const slot = bySymbol.get(symbol)
      if (slot === undefined) throw new UnknownSymbolError()
      const view = readyView(slot, source)
      if (view === null) throw new NotReadyError()
      const found = created.get(view) ?? create(view)
      created.set(view, found)
      return found
    }
  }
}

/** Creates again when other markets can respond than before. */
function readAll<deps>(
  slots: readonly MarketSlot[],
  source: ReadSource,
  create: (markets: SelectedMarkets) => deps,
): () => ReturnType<BySelection<deps>> {
  let last: { markets: SelectedMarkets; selected: deps } | null = null
  return () => {
    const [first, ...others] = slots.flatMap((slot) => readyView(slot, source) ?? [])
    if (first === undefined) throw new NotReadyError()
    const markets: SelectedMarkets = [first, ...others]
    const isSame =
      last?.markets.length === markets.length &&
      markets.every((market, index) => market === last?.markets[index])
    if (last === null || !isSame) last = { markets, selected: create(markets) }
    const missing = slots.filter((slot) => readyView(slot, source) === null)
    return {
      selected: last.selected,
      missing: missing.map(({ marketConfig }) => marketConfig.symbol),
    }
  }
}

/** Null while the market is closed or not at the head of the chain. */
function readyView({ runtime }: MarketSlot, source: ReadSource): MarketView | null {
  return runtime?.head.hasReached === true ? runtime.views[source] : null
}
