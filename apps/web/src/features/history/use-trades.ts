import { useInfiniteQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useAppConfig } from '#api/app-config.ts'
import { useGameApi } from '#api/game-api.ts'
import { pollInterval } from '#api/poll-interval.ts'
import type { Trade } from '#api/trade.ts'

/** Spec, section 9: trades limit 30. */
const PAGE_SIZE = 30

/** Bets come to an end with the rounds; the next round's interval catches each. */
const TRADES_REFRESH_MS = 30_000

export const tradeKeys = {
  all: ['trades'] as const,
  of: (account: Address | null) => ['trades', account] as const,
}

export type Trades = {
  trades: readonly Trade[]
  isLoading: boolean
  /** Spec, section 8: a failed fetch sets a flag; what was loaded before stays. */
  hasFailed: boolean
  hasOlder: boolean
  isLoadingOlder: boolean
  loadOlder: () => void
  retry: () => void
}

/** Bets of an account, newest first; empty without an account. */
export function useTrades(account: Address | null): Trades {
  const api = useGameApi()
  const { intervalSeconds } = useAppConfig().markets.BNB
  const query = useInfiniteQuery({
    queryKey: tradeKeys.of(account),
    queryFn: ({ pageParam, signal }) =>
      account === null
        ? []
        : api.tradesByUser({ account, limit: PAGE_SIZE, beforeEpoch: pageParam }, signal),
    initialPageParam: null as Trade['epoch'] | null,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.epoch),
    enabled: account !== null,
    refetchInterval: pollInterval(TRADES_REFRESH_MS, intervalSeconds),
  })
  return {
    trades: query.data?.pages.flat() ?? [],
    isLoading: account !== null && query.isPending,
    hasFailed: query.isError,
    hasOlder: query.hasNextPage,
    isLoadingOlder: query.isFetchingNextPage,
    loadOlder: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  }
}
