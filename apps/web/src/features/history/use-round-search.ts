import { toEpoch } from '@bullring/prediction/units'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Address } from 'viem'
import { useGameApi } from '#api/game-api.ts'
import type { Trade } from '#api/trade.ts'
import { tradeKeys } from './trade-queries.ts'
import type { Trades } from './use-trades.ts'

/**
 * Finds the bet on one round, whether the list has loaded it or not.
 *
 * @param search - Digits; '' returns `history` itself.
 */
export function useRoundSearch(account: Address | null, search: string, history: Trades): Trades {
  const api = useGameApi()
  const known = useMemo(
    () => history.trades.find(({ epoch }) => epoch.toString() === search),
    [history.trades, search],
  )
  const isNeeded = search !== '' && account !== null && known === undefined
  const query = useQuery({
    queryKey: tradeKeys.ofRound(account, search),
    queryFn: isNeeded
      ? async ({ signal }) => {
          const beforeEpoch = toEpoch(BigInt(search) + 1n)
          const trades = await api.tradesByUser({ account, limit: 1, beforeEpoch }, signal)
          return trades.filter(({ epoch }) => epoch.toString() === search)
        }
      : skipToken,
  })
  if (search === '') return history
  return {
    trades: known ? [known] : (query.data ?? NONE),
    updatedAtMs: query.dataUpdatedAt,
    isLoading: query.isLoading,
    hasFailed: query.isError,
    hasOlder: false,
    isLoadingOlder: false,
    loadOlder: () => undefined,
    retry: () => void query.refetch(),
  }
}

const NONE: readonly Trade[] = []
