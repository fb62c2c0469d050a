import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '#api/live-event.ts'
import { tradeKeys } from '#features/history/trade-queries.ts'
import { leaderboardKeys } from '#features/leaderboard/use-leaderboard.ts'
import { statsKeys } from '#features/stats/use-trade-stats.ts'

/** Refetches what covers all markets and is on screen, when events of the page's market may have changed it. */
export function refreshAllMarkets(client: QueryClient, events: readonly LiveEvent[]): void {
  const hasBet = events.some(({ kind }) => kind === 'trade' || kind === 'reset')
  const hasResult = events.some(
    (event) => event.kind === 'round' && event.round.state.kind === 'settled',
  )
  const keys = [
    ...(hasBet ? [tradeKeys.anyNewest, tradeKeys.anyOlder, statsKeys.all] : []),
    ...(hasResult ? [leaderboardKeys.all] : []),
  ]
  for (const queryKey of keys) void client.invalidateQueries({ queryKey })
}
