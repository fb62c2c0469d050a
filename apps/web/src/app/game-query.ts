import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { fetchAppConfig } from '#api/app-config.ts'
import { createGameApi } from '#api/game-api.ts'
import { createChainClock } from '#chain/chain-clock.ts'
import { createWagmiConfig } from '#chain/wagmi-config.ts'
import { awaitFirstAnswers } from '#routes/first-answers.ts'
import { sleep } from '#ui/sleep.ts'
import { createToastStore } from '#ui/toast-store.ts'

/**
 * What the app is made of, once it is known where the game runs, and the first answers that the page at
 * `path` shows. Made outside of any drawing: one that was begun and thrown away would leave a second
 * connection to the wallet behind.
 */
export const gameQuery = (path: string) =>
  queryOptions({
    queryKey: ['game'],
    queryFn: ({ client, signal }) => openGame(path, client, signal),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })

export type Game = Awaited<ReturnType<typeof openGame>>

async function openGame(path: string, client: QueryClient, signal: AbortSignal) {
  // Named in index.html, it is mostly there already.
  const appConfig = await fetchAppConfig(signal)
  const api = createGameApi()
  const clock = createChainClock()
  await awaitFirstAnswers(path, client, { api, clock })
  await sleep()
  const wagmiConfig = createWagmiConfig(appConfig, window)
  return { appConfig, api, clock, toasts: createToastStore(), wagmiConfig }
}
