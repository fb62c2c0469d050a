import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { WagmiProvider } from 'wagmi'
import { AppConfigContext } from '#api/app-config.ts'
import { GameApiContext } from '#api/game-api.ts'
import { ChainClockContext } from '#chain/use-chain-time.ts'
import { ToastContext } from '#ui/toast-store.ts'
import { appQuery, type LoadedApp } from './app-query.ts'
import { BootFailed, BootLoading } from './boot-screen.tsx'

type BootProps = {
  /** Of the page: its first answers are waited for. */
  path: string
  children: ReactNode
}

/** Learns from the server where the game runs, then hands it to everything below. */
export function Boot({ path, children }: BootProps) {
  const { data, error, isFetching, refetch } = useQuery(appQuery(path))
  // Deferred: the first drawing of a whole page is cut into pieces, between which a finger is answered.
  const app = useDeferredValue(data)
  if (app) return <Providers app={app}>{children}</Providers>
  if (error === null) return <BootLoading />
  return <BootFailed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
}

function Providers({ app, children }: { app: LoadedApp; children: ReactNode }) {
  return (
    <AppConfigContext value={app.appConfig}>
      <GameApiContext value={app.api}>
        <ChainClockContext value={app.clock}>
          <ToastContext value={app.toasts}>
            <WagmiProvider config={app.wagmiConfig}>{children}</WagmiProvider>
          </ToastContext>
        </ChainClockContext>
      </GameApiContext>
    </AppConfigContext>
  )
}
