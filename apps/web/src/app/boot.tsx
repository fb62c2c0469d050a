import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { WagmiProvider } from 'wagmi'
import { AppConfigContext, fetchAppConfig } from '#api/app-config.ts'
import { createGameApi, GameApiContext } from '#api/game-api.ts'
import { createChainClock } from '#chain/chain-clock.ts'
import { ChainClockContext } from '#chain/use-chain-time.ts'
import { createWagmiConfig } from '#chain/wagmi-config.ts'
import { createToastStore, ToastContext } from '#ui/toast-store.ts'
import { BootFailed, BootLoading } from './boot-screen.tsx'

/**
 * What the app is made of, once it is known where the game runs. Made outside of any drawing: one that
 * was begun and thrown away would leave a second connection to the wallet behind.
 */
async function openGame(signal: AbortSignal) {
  const appConfig = await fetchAppConfig(signal)
  return {
    appConfig,
    api: createGameApi(),
    clock: createChainClock(),
    toasts: createToastStore(),
    wagmiConfig: createWagmiConfig(appConfig, window),
  }
}

type Game = Awaited<ReturnType<typeof openGame>>

/** Learns from the server where the game runs, then hands it to everything below. */
export function Boot({ children }: { children: ReactNode }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['game'],
    queryFn: ({ signal }) => openGame(signal),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  // Deferred: the first drawing of a whole page is cut into pieces, between which a finger is answered.
  const game = useDeferredValue(data)
  if (game) return <Providers game={game}>{children}</Providers>
  if (error === null) return <BootLoading />
  return <BootFailed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
}

function Providers({ game, children }: { game: Game; children: ReactNode }) {
  return (
    <AppConfigContext value={game.appConfig}>
      <GameApiContext value={game.api}>
        <ChainClockContext value={game.clock}>
          <ToastContext value={game.toasts}>
            <WagmiProvider config={game.wagmiConfig}>{children}</WagmiProvider>
          </ToastContext>
        </ChainClockContext>
      </GameApiContext>
    </AppConfigContext>
  )
}
