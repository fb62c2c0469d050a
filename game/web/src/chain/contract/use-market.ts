import { useMemo } from 'react'
import { useAppConfig } from '#api/market/app-config.ts'
import { useMarketConfig } from '#api/market/market-config.ts'
import type { Market } from './market.ts'

/** Returns the market of this page. */
export function useMarket(): Market {
  const { chain } = useAppConfig()
  const { prediction } = useMarketConfig()
  return useMemo(() => ({ prediction, chainId: chain.id }), [prediction, chain.id])
}
