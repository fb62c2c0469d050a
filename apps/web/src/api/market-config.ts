import type { AppConfig, MarketConfig } from '@bullring/wire/game-api/config'
import { createContext, use } from 'react'
import { useAppConfig } from './app-config.ts'

/** Symbol of the market that the page shows; null for the default one. */
export const MarketContext = createContext<string | null>(null)

/** Returns the symbol of the market that the page shows, such as "BNB". */
export function useMarketSymbol(): string {
  const { markets } = useAppConfig()
  return use(MarketContext) ?? defaultSymbol(markets)
}

/** Returns the terms of the market that the page shows. */
export function useMarketConfig(): MarketConfig {
  return marketConfigOf(useAppConfig(), useMarketSymbol())
}

/** Returns the market of pages that name none: the first. */
export function defaultSymbol(markets: AppConfig['markets']): string {
  return Object.keys(markets)[0] ?? 'BNB'
}

/** @throws when there is no such market: a bug, not a state to handle. */
export function marketConfigOf({ markets }: AppConfig, symbol: string): MarketConfig {
  const market = markets[symbol]
  if (market === undefined) throw new Error(`There is no market ${symbol}`)
  return market
}
