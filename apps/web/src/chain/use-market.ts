import { useMemo } from 'react'
import { useAppConfig } from '#api/app-config.ts'
import type { Market } from './prediction-contract.ts'

/** The market this page plays on. */
export function useMarket(): Market {
  const { chain, markets } = useAppConfig()
  const { prediction } = markets.BNB
  return useMemo(() => ({ prediction, chainId: chain.id }), [prediction, chain.id])
}
