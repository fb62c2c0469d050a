import type { QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { GameApi } from '#api/game-api.ts'
import { liveStreamUrl } from '#api/live-event.ts'
import { openLiveStream } from '#features/live/open-live-stream.ts'
import { applyLiveEvents, catchUp } from './live-cache.ts'

/** Lets the server's events keep the cache fresh, until the abort. */
export function connectLive(
  client: QueryClient,
  api: GameApi,
  account: Address | null,
  signal: AbortSignal,
): void {
  openLiveStream({
    url: liveStreamUrl(account),
    onEvents: (events) => applyLiveEvents(client, api, account, events),
    onGap: () => void catchUp(client, api, account),
    signal,
  })
}
