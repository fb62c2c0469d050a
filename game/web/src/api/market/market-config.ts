import type { AppConfig, MarketConfig } from '@bullring/game-api/config'
import { DEFAULT_SYMBOL } from '@bullring/wire/fields'
import { createContext, use } from 'react'
import { useAppConfig } from './app-config.ts'

/** Symbol of the market that the page shows. */
export const MarketContext = createContext(DEFAULT_SYMBOL)

/** Returns the symbol of the market that the page shows, such as "BNB". */
export function useMarketSymbol(): string {
  return use(MarketContext)
}

/** Returns the terms of the market that the page shows. */
export function useMarketConfig(): MarketConfig {
  return marketConfigOf(useAppConfig(), useMarketSymbol())
}

/** Returns the market of pages that name none: the API's default one, or else the first. */
export function defaultSymbol(markets: AppConfig['markets']): string {
  if (Object.hasOwn(markets, DEFAULT_SYMBOL)) return DEFAULT_SYMBOL
  return Object.keys(markets)[0] ?? DEFAULT_SYMBOL
}

/** @throws when there is no such market: a bug, not a state to handle. */
export function marketConfigOf({ markets }: AppConfig, symbol: string): MarketConfig {
  const market = markets[symbol]
  if (market === undefined) throw new Error(`There is no market ${symbol}`)
  return market
}

/** Name of the query parameter that selects a market. */
const PARAMETER = 'market'

/** Returns the market that an address selects: the default one unless it names another that exists. */
export function symbolOf(search: string, markets: AppConfig['markets']): string {
  const named = new URLSearchParams(search).get(PARAMETER)
  return named !== null && Object.hasOwn(markets, named) ? named : defaultSymbol(markets)
}

/**
 * Returns the query of the page of a market.
 *
 * @param further - More parameters, such as `round=123`.
 */
export function marketQuery(symbol: string, further = ''): string {
  const query = new URLSearchParams(further)
  if (symbol !== DEFAULT_SYMBOL) query.set(PARAMETER, symbol)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
