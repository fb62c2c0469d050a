import { ALL_MARKETS } from '@bullring/wire/fields'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { createGameApi, GameApiContext, useGameApi } from '#api/game-api.ts'
import { useAppConfig } from '#api/market/app-config.ts'
import { useMarketSymbol } from '#api/market/market-config.ts'
import { missingMarketsKey, useMarketReach } from '#api/market/market-reach.ts'
import { useWalletAddress } from '#chain/wallet/use-wallet.ts'
import { followOtherMarket } from '#data/follow-other-market.ts'

/** Browsers allow six connections per server over HTTP/1.1. Polling refreshes the markets beyond. */
const MAX_FOLLOWED = 3

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

/** Follows the other markets while all markets are shown. */
function useOtherMarkets(): void {
  const { markets } = useAppConfig()
  const { isOverAll } = useMarketReach()
  const own = useMarketSymbol()
  const account = useWalletAddress()
  const client = useQueryClient()
  useEffect(() => {
    if (!isOverAll) return
    const stop = new AbortController()
    const others = Object.keys(markets).filter((symbol) => symbol !== own)
    for (const symbol of others.slice(0, MAX_FOLLOWED)) {
      followOtherMarket(client, { symbol, account, signal: stop.signal })
    }
    return () => stop.abort()
  }, [isOverAll, markets, own, account, client])
}
