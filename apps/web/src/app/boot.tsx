import type { AppConfig } from '@bullring/wire/game-api/config'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { WagmiProvider } from 'wagmi'
import { AppConfigContext, fetchAppConfig } from '#api/app-config.ts'
import { createGameApi, GameApiContext } from '#api/game-api.ts'
import { createChainClock } from '#chain/chain-clock.ts'
import { ChainClockContext } from '#chain/use-chain-time.ts'
import { createWagmiConfig } from '#chain/wagmi-config.ts'
import { createToastStore, ToastContext } from '#ui/toast-store.ts'
import { BootFailed, BootLoading } from './boot-screen.tsx'

/** Learns from the server where the game runs, then hands it to everything below. */
export function Boot({ children }: { children: ReactNode }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => fetchAppConfig(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // Deferred: the first drawing of a whole page is cut into pieces, between which a finger is answered.
  const appConfig = useDeferredValue(data)
  if (appConfig) return <Providers appConfig={appConfig}>{children}</Providers>
  if (error === null) return <BootLoading />
  return <BootFailed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
}

type ProvidersProps = { appConfig: AppConfig; children: ReactNode }

function Providers({ appConfig, children }: ProvidersProps) {
  const [api] = useState(createGameApi)
  const [clock] = useState(() => createChainClock())
  const [toasts] = useState(createToastStore)
  const [wagmiConfig] = useState(() => createWagmiConfig(appConfig, window))
  return (
    <AppConfigContext value={appConfig}>
      <GameApiContext value={api}>
        <ChainClockContext value={clock}>
          <ToastContext value={toasts}>
            <WagmiProvider config={wagmiConfig}>{children}</WagmiProvider>
          </ToastContext>
        </ChainClockContext>
      </GameApiContext>
    </AppConfigContext>
  )
}
