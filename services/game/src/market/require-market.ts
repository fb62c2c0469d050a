import { UnknownSymbolError } from './errors.ts'

/** The only market of this service. */
export const MARKET_SYMBOL = 'BNB'

/** @throws {UnknownSymbolError} when `symbol` names another market. */
export function requireMarket(symbol: string): void {
  if (symbol !== MARKET_SYMBOL) throw new UnknownSymbolError()
}
