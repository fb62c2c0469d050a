import type { AppConfig } from '@bullring/wire/game-api/config'
import { useAppConfig } from './app-config.ts'

/** By which contract's rules the market plays. */
export type MarketKind = AppConfig['markets']['BNB']['kind']

export function useMarketKind(): MarketKind {
  return useAppConfig().markets.BNB.kind
}

/** Whether bets on one side only come back. A PancakePredictionV2 contract decides such a round as well. */
export function returnsOneSided(kind: MarketKind): boolean {
  return kind === 'bullring'
}
