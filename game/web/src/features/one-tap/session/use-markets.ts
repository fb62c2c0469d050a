import { MAX_MARKETS } from '@bullring/client/session-limits'
import type { Address } from 'viem'
import { useAppConfig } from '#api/market/app-config.ts'
import { useMarketConfig } from '#api/market/market-config.ts'

/** Returns the contracts of the markets that accept smart accounts: the one on the page first. */
export function useMarkets(): readonly [Address, ...Address[]] {
  const { markets } = useAppConfig()
  const { prediction } = useMarketConfig()
  const others = Object.values(markets)
    .filter((market) => market.kind === 'bullring' && market.prediction !== prediction)
    .map((market) => market.prediction)
  return [prediction, ...others.slice(0, MAX_MARKETS - 1)]
}
