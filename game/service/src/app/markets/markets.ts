import { ALL_MARKETS } from '@bullring/wire/fields'
import { NotReadyError } from '../../http/errors.ts'
import { UnknownSymbolError } from '../../market/errors.ts'
import type { Market } from './market.ts'
import type { MarketSlot } from './market-slot.ts'

/** Markets of a request: at least one, all at the head of the chain. */
export type SelectedMarkets = readonly [Market, ...Market[]]

/** The markets of this process. */
export class Markets {
  readonly slots: readonly MarketSlot[]
  readonly #bySymbol: ReadonlyMap<string, MarketSlot>

  constructor(slots: readonly MarketSlot[]) {
    this.slots = slots
    this.#bySymbol = new Map(slots.map((slot) => [slot.config.symbol, slot]))
  }

  /** Returns the open markets. */
  readonly open = (): readonly Market[] => this.slots.flatMap(({ market }) => market ?? [])

  /** Returns the markets whose results this process sends, which no other one does meanwhile. */
  readonly leading = (): readonly Market[] =>
    this.open().filter(({ head, isLeading }) => head.hasReached && isLeading())

  /**
   * Returns the market that a request names.
   *
   * @throws {UnknownSymbolError} when this service has no such market.
   * @throws {NotReadyError} while the market's index is not at the head of the chain.
   */
  readonly find = (symbol: string): Market => {
    const slot = this.#bySymbol.get(symbol)
    if (slot === undefined) throw new UnknownSymbolError()
    if (slot.market?.head.hasReached !== true) throw new NotReadyError()
    return slot.market
  }

  /**
   * Returns the market that a request names, or for `ALL` those that can respond, with the symbols of the others.
   *
   * @throws as `find`; for `ALL`, {@link NotReadyError} while no market can respond.
   */
  readonly select = (symbol: string): { markets: SelectedMarkets; missing: readonly string[] } => {
    if (symbol !== ALL_MARKETS) return { markets: [this.find(symbol)], missing: [] }
    const [first, ...others] = this.open().filter(({ head }) => head.hasReached)
    if (first === undefined) throw new NotReadyError()
    const missing = this.slots.filter(({ market }) => market?.head.hasReached !== true)
    return { markets: [first, ...others], missing: missing.map(({ config }) => config.symbol) }
  }
}
