import { skipToken, useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'

/** The visitor's choice: lists and sums cover all markets, or the page's market only. */
type MarketReach = { isOverAll: boolean; setOverAll: (isOverAll: boolean) => void }

export const MarketReachContext = createContext<MarketReach>({
  isOverAll: false,
  setOverAll: () => undefined,
})

export function useMarketReach(): MarketReach {
  return use(MarketReachContext)
}

/** Query key of the markets that the last response for all markets lacked. */
export const missingMarketsKey = ['missing-markets'] as const

const NONE: readonly string[] = []

/** Returns the markets that cannot respond now and are missing in the data of all markets. */
export function useMissingMarkets(): readonly string[] {
  const { data = NONE } = useQuery<readonly string[]>({
    queryKey: missingMarketsKey,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data
}
