import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Address } from 'viem'
import { pageAfter, reachKey, useGameApi } from '#api/game-api.ts'
import { useMarketConfig } from '#api/market/market-config.ts'
import { pollInterval } from '#api/poll-interval.ts'
import { cursorAfter, isOlder, type Trade, type TradeCursor } from '#api/trade/trade.ts'
import { mergeTrades } from './merge-trades.ts'
import { applyClaim, type Claimed, tradeKeys } from './trade-queries.ts'

/** R-HISTORY-8. */
const NEWEST_COUNT = 30

/** Size of an older page: the API's maximum. */
const OLDER_COUNT = 200

/** Results come with the rounds. Live events bring them sooner. */
const TRADES_REFRESH_MS = 30_000

export type Trades = {
  trades: readonly Trade[]
  /** Time of the last fetch of the newest bets, changed or not; 0 before. */
  updatedAtMs: number
  isLoading: boolean
  /** R-HISTORY-9. Trades that have loaded are kept. */
  hasFailed: boolean
  hasOlder: boolean
  isLoadingOlder: boolean
  loadOlder: () => void
  retry: () => void
}

/** The bets of an account, newest first; empty without an account. */
export function useTrades(account: Address | null): Trades {
  const newest = useNewestTrades(account)
  const { query: older, load } = useOlderTrades(account)
  const olderTrades = useMemo(() => older.data?.pages.flat() ?? [], [older.data])
  const claimed = useClaimed(account)
  const trades = useMemo(
    () => mergeTrades(newest.data ?? [], olderTrades).map((trade) => applyClaim(trade, claimed)),
    [newest.data, olderTrades, claimed],
  )
  useGapRepair(newest.data, olderTrades, older.refetch)

  return {
    trades,
    updatedAtMs: newest.dataUpdatedAt,
    isLoading: account !== null && newest.isPending,
    hasFailed: newest.isError || older.isError,
    hasOlder: older.data ? older.hasNextPage : newest.data?.length === NEWEST_COUNT,
    isLoadingOlder: older.isFetchingNextPage || older.isLoading,
    loadOlder: load,
    retry: () => {
      if (newest.isError) void newest.refetch()
      if (older.isFetchNextPageError) void older.fetchNextPage()
      else if (older.isError) void older.refetch()
    },
  }
}

/** The first page, polled: it has the bets that change. */
function useNewestTrades(account: Address | null) {
  const api = useGameApi()
  const { intervalSeconds } = useMarketConfig()
  return useQuery({
    queryKey: [...tradeKeys.newest(account), ...reachKey(api)],
    queryFn:
      account === null
        ? skipToken
        : ({ signal }) =>
            api.tradesByUser({ account, limit: NEWEST_COUNT, beforeEpoch: null }, signal),
    refetchInterval: pollInterval(TRADES_REFRESH_MS, intervalSeconds),
  })
}

/** The older pages, loaded on demand. Never stale: only claims change decided bets. */
function useOlderTrades(account: Address | null) {
  const api = useGameApi()
  const [requestedBy, setRequestedBy] = useState<Address | null>(null)
  const query = useInfiniteQuery({
    queryKey: [...tradeKeys.older(account), ...reachKey(api)],
    queryFn:
      account === null || requestedBy !== account
        ? skipToken
        : ({ pageParam, signal }) =>
            api.tradesByUser({ account, limit: OLDER_COUNT, ...pageAfter(api, pageParam) }, signal),
    initialPageParam: {} as TradeCursor,
    getNextPageParam: (page, _pages, cursor) =>
      page.length < OLDER_COUNT ? undefined : cursorAfter(page, cursor),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const load = () => {
    setRequestedBy(account)
    if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
  }
  return { query, load }
}

const NONE: Claimed = new Set()

function useClaimed(account: Address | null): Claimed {
  const { data } = useQuery<Claimed>({
    queryKey: tradeKeys.claimed(account),
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data ?? NONE
}

/** Refetches the older pages when new bets have left a gap between them and the first page. */
function useGapRepair(
  newest: readonly Trade[] | undefined,
  older: readonly Trade[],
  refetch: () => unknown,
) {
  const [first] = older
  const lastNewest = newest?.length === NEWEST_COUNT ? newest.at(-1) : undefined
  const hasGap = first !== undefined && lastNewest !== undefined && isOlder(first, lastNewest)
  useEffect(() => {
    if (hasGap) void refetch()
  }, [hasGap, refetch])
}
