import { ALL_MARKETS } from '@bullring/wire/fields'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { createGameApi, GameApiContext, useGameApi } from '#api/game-api.ts'
import { missingMarketsKey, useMarketReach } from '#api/market/market-reach.ts'
import { useOtherMarkets } from './use-other-markets.ts'

/** Lets the parts below read the market of the page or all markets, as the visitor has chosen. */
export function ReachedMarkets({ children }: { children: ReactNode }) {
  const { isOverAll } = useMarketReach()
  useOtherMarkets()
  const client = useQueryClient()
  const ofOne = useGameApi()
  const ofAll = useMemo(
    () =>
      createGameApi(ALL_MARKETS, (missing) =>
        client.setQueryData<readonly string[]>(missingMarketsKey, missing),
      ),
    [client],
  )
  return <GameApiContext value={isOverAll ? ofAll : ofOne}>{children}</GameApiContext>
}
