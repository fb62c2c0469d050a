import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { WagmiProvider } from 'wagmi'
import { AppConfigContext } from '#api/app-config.ts'
import { GameApiContext } from '#api/game-api.ts'
import { ChainClockContext } from '#chain/use-chain-time.ts'
import { ToastContext } from '#ui/toast-store.ts'
import { BootFailed, BootLoading } from './boot-screen.tsx'
import { type Game, gameQuery } from './game-query.ts'

type BootProps = {
  /** Of the page: its first answers are waited for. */
  path: string
  children: ReactNode
}

/** Learns from the server where the game runs, then hands it to everything below. */
export function Boot({ path, children }: BootProps) {
  const { data, error, isFetching, refetch } = useQuery(gameQuery(path))
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
