import { UnknownSymbolError } from './unknown-symbol-error.ts'

/** The one market of this service. */
export const MARKET_SYMBOL = 'BNB'

/** @throws {UnknownSymbolError} when `symbol` is another market. */
export function requireMarket(symbol: string): void {
  if (symbol !== MARKET_SYMBOL) throw new UnknownSymbolError()
}
