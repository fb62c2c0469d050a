import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { WagmiProvider } from 'wagmi'
import { AppConfigContext } from '#api/market/app-config.ts'
import { ChainClockContext } from '#chain/clock/use-chain-time.ts'
import { LanguageProvider } from '#i18n/language-provider.tsx'
import type { LanguageStore } from '#i18n/language-store.ts'
import { AppRoutes, pageLanguage } from '#routes/app-routes.tsx'
import { MarketScope } from '#routes/market-scope.tsx'
import { usePathname } from '#routes/route-link.tsx'
import { ToastContext } from '#toasts/toast-store.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { appQuery, type LoadedApp } from './load-app.ts'
import { LoadFailedScreen, LoadingScreen } from './start-screens.tsx'

/** The whole app: language, error boundary, the data of {@link appQuery}, then the page. */
export function App({ client, language }: { client: QueryClient; language: LanguageStore }) {
  const path = usePathname()
  return (
    <LanguageProvider fixed={pageLanguage(path)} store={language}>
      <ErrorBoundary path={path}>
        <QueryClientProvider client={client}>
          <LoadApp path={path} language={language}>
            <AppRoutes path={path} fallback={<LoadingScreen />} />
          </LoadApp>
        </QueryClientProvider>
      </ErrorBoundary>
    </LanguageProvider>
  )
}

type LoadAppProps = { path: string; language: LanguageStore; children: ReactNode }

function LoadApp({ path, language, children }: LoadAppProps) {
  const { data, error, isFetching, refetch } = useQuery(appQuery(path, language))
  // Deferred, so that React renders the page in slices and the browser stays responsive to input.
  const app = useDeferredValue(data)
  if (app) return <Providers app={app}>{children}</Providers>
  if (error === null) return <LoadingScreen />
  return <LoadFailedScreen error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
}

function Providers({ app, children }: { app: LoadedApp; children: ReactNode }) {
  return (
    <AppConfigContext value={app.appConfig}>
      <ChainClockContext value={app.clock}>
        <ToastContext value={app.toasts}>
          <WagmiProvider config={app.wagmiConfig}>
            <MarketScope clients={app.marketClients}>{children}</MarketScope>
          </WagmiProvider>
        </ToastContext>
      </ChainClockContext>
    </AppConfigContext>
  )
}
