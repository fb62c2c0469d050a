import { ALL_MARKETS } from '@bullring/wire/fields'
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { type LiveEvent, liveStreamUrl } from '#api/live-event.ts'
import type { Trade } from '#api/trade/trade.ts'
import { tradeKeys } from '#features/history/trade-queries.ts'
import { leaderboardKeys } from '#features/leaderboard/use-leaderboard.ts'
import { statsKeys } from '#features/stats/use-trade-stats.ts'
import { openLiveStream } from './open-live-stream.ts'
import { refetchLater } from './refetch-later.ts'

type OtherMarket = { symbol: string; account: Address | null; signal: AbortSignal }

/**
 * Refreshes what covers all markets at the events of one that the page does not show, until `signal` aborts. The
 * events of the page's own market refresh it too (`applyLiveEvents`).
 */
export function followOtherMarket(client: QueryClient, options: OtherMarket): void {
  const { symbol, account, signal } = options
  const refreshAll = () => {
    refreshRanks(client)
    refreshBets(client, account, ({ isClaimed }) => !isClaimed)
  }
  const onEvents = (events: readonly LiveEvent[]) => {
    const reset = events.find((event) => event.kind === 'reset')
    if (reset !== undefined) {
      const later = { name: `${symbol} ${account}`, spreadMs: reset.spreadMs }
      void refetchLater(client, later, () => {
        if (!signal.aborted) refreshAll()
      })
      return
    }
    const changed = new Set(events.flatMap((event) => (event.kind === 'trade' ? event.epoch : [])))
    if (changed.size > 0) {
      refreshBets(client, account, (trade) => trade.symbol === symbol && changed.has(trade.epoch))
    }
    if (events.some((event) => event.kind === 'round' && event.round.state.kind === 'settled')) {
      refreshRanks(client)
    }
  }
  openLiveStream({
    open: () => ({ url: liveStreamUrl(symbol, account), isResumed: false }),
    onEvents,
    onGap: refreshAll,
    // The page shows the state of the connection to its market.
    onLine: () => undefined,
    reachServer: () => Promise.resolve(),
    signal,
  })
}

const isOverAll = ({ queryKey }: Query) => queryKey.at(-1) === ALL_MARKETS

/** @param isChanged - Whether a bet may have changed: the older pages are fetched again only if they show such a bet. */
function refreshBets(
  client: QueryClient,
  account: Address | null,
  isChanged: (trade: Trade) => boolean,
): void {
  if (account === null) return
  for (const queryKey of [tradeKeys.newest(account), statsKeys.of(account)]) {
    void client.invalidateQueries({ queryKey, predicate: isOverAll })
  }
  const olderKey = [...tradeKeys.older(account), ALL_MARKETS]
  const older = client.getQueryData<InfiniteData<Trade[]>>(olderKey)?.pages ?? []
  if (older.some((page) => page.some(isChanged))) {
    void client.invalidateQueries({ queryKey: olderKey })
  }
}

function refreshRanks(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: leaderboardKeys.all, predicate: isOverAll })
}
