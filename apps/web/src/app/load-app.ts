import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { fetchAppConfig } from '#api/app-config.ts'
import { createGameApi } from '#api/game-api.ts'
import { sleep } from '#browser/sleep.ts'
import { createChainClock } from '#chain/chain-clock.ts'
import { createWagmiConfig } from '#chain/wagmi-config.ts'
import { prefetchPage } from '#data/prefetch-page.ts'
import { createToastStore } from '#toasts/toast-store.ts'

/**
 * Everything the app is made of, after the first data of the page at `path` is in the cache. A query,
 * so that it is created outside of rendering: a discarded render would leave a second wallet
 * connection behind.
 */
export const appQuery = (path: string) =>
  queryOptions({
    queryKey: ['app'],
    queryFn: ({ client, signal }) => loadApp(path, client, signal),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })

export type LoadedApp = Awaited<ReturnType<typeof loadApp>>

async function loadApp(path: string, client: QueryClient, signal: AbortSignal) {
  // index.html preloads it.
  const appConfig = await fetchAppConfig(signal)
  const api = createGameApi()
  const clock = createChainClock()
  await prefetchPage(path, client, { api, clock })
  await sleep()
  const wagmiConfig = createWagmiConfig(appConfig, window)
  return { appConfig, api, clock, toasts: createToastStore(), wagmiConfig }
}
