import { toEpoch } from '@bullring/prediction/units'
import { ALL_MARKETS } from '@bullring/wire/fields'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Address } from 'viem'
import { createGameApi, type GameApi, reachKey, useGameApi } from '#api/game-api.ts'
import { useAppConfig } from '#api/market/app-config.ts'
import { useMissingMarkets } from '#api/market/market-reach.ts'
import { tradeKeys } from './trade-queries.ts'
import type { Trades } from './use-trades.ts'

/**
 * Finds the bet on one round, whether the list has loaded it or not; over all markets, the bet of each.
 *
 * @param search - Digits; '' returns `history` itself.
 */
export function useRoundSearch(account: Address | null, search: string, history: Trades): Trades {
  const apis = useSearchedApis()
  const reach = reachKey(useGameApi())
  const known = useMemo(
    () => history.trades.filter(({ epoch }) => epoch.toString() === search),
    [history.trades, search],
  )
  const isKnown = known.length === apis.length
  const isNeeded = search !== '' && account !== null && !isKnown
  const query = useQuery({
    queryKey: [...tradeKeys.ofRound(account, search), ...reach],
    queryFn: isNeeded
      ? async ({ signal }) => {
          const beforeEpoch = toEpoch(BigInt(search) + 1n)
          const page = { account, limit: 1, beforeEpoch }
          const found = await Promise.all(apis.map((api) => api.tradesByUser(page, signal)))
          return found.flat().filter(({ epoch }) => epoch.toString() === search)
        }
      : skipToken,
  })
  if (search === '') return history
  return {
    trades: isKnown ? known : (query.data ?? known),
    updatedAtMs: query.dataUpdatedAt,
    isLoading: query.isLoading,
    hasFailed: query.isError,
    hasOlder: false,
    isLoadingOlder: false,
    loadOlder: () => undefined,
    retry: () => void query.refetch(),
  }
}

/**
 * Returns the APIs to search: over all markets one for each that responds, because a page over all could end before the
 * round.
 */
function useSearchedApis(): readonly Pick<GameApi, 'tradesByUser'>[] {
  const api = useGameApi()
  const { markets } = useAppConfig()
  const missing = useMissingMarkets()
  return useMemo(
    () =>
      api.symbol === ALL_MARKETS
        ? Object.keys(markets)
            .filter((symbol) => !missing.includes(symbol))
            .map((symbol) => createGameApi(symbol))
        : [api],
    [api, markets, missing],
  )
}
