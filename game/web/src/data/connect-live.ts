import type { QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { GameApi } from '#api/game-api.ts'
import { liveStreamUrl } from '#api/live-event.ts'
import { notePosition, reachedPosition } from '#api/seen-positions.ts'
import { type LineState, lineKeys } from '#data/line.ts'
import { openLiveStream } from '#data/open-live-stream.ts'
import { addTick } from '#features/chart/use-ticks.ts'
import { refreshUnclaimed } from '#features/history/trade-queries.ts'
import { applyLiveEvents, refetchAll } from './apply-live-events.ts'

/** Keeps the query cache up to date with the server's live events until `signal` aborts. */
export function connectLive(
  client: QueryClient,
  api: GameApi,
  account: Address | null,
  signal: AbortSignal,
): void {
  // Older bets are kept for as long as the page is open, and its stream was about another account meanwhile.
  void refreshUnclaimed(client, account, api.tradesByUser)
  openLiveStream({
    open: () => {
      const after = reachedPosition(api.symbol)
      return { url: liveStreamUrl(api.symbol, account, after), isResumed: after !== null }
    },
    onEvents: (events, position) => {
      applyLiveEvents(client, api, account, events)
      notePosition(api.symbol, position)
    },
    onTick: (tick) => addTick(client, tick),
    onGap: () => void refetchAll(client, api, account),
    onLine: (line) => client.setQueryData<LineState>(lineKeys.state, line),
    reachServer: (limit) => api.health(limit),
    signal,
  })
}
