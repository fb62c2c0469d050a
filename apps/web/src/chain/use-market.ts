import { useMemo } from 'react'
import { useAppConfig } from '#api/app-config.ts'
import type { Market } from './prediction-contract.ts'

/** Returns the market of this page. */
export function useMarket(): Market {
  const { chain, markets } = useAppConfig()
  const { prediction } = markets.BNB
  return useMemo(() => ({ prediction, chainId: chain.id }), [prediction, chain.id])
}
