import type { Epoch } from '@bullring/prediction/units'
import { useCallback } from 'react'
import { marketQuery, useMarketSymbol } from '#api/market/market-config.ts'
import { roundQuery } from '#features/rounds/round-number.ts'

/** Returns the address of a round of this market, to be shared, and how a picture shows it. */
export function useRoundLink(): (epoch: Epoch) => { url: string; shown: string } {
  const symbol = useMarketSymbol()
  return useCallback(
    (epoch: Epoch) => {
      const { host, origin } = window.location
      const query = marketQuery(symbol, roundQuery(epoch.toString()))
      return { url: `${origin}/${query}`, shown: `${host}/${query}` }
    },
    [symbol],
  )
}
