import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { LanguageProvider } from '#i18n/language-provider.tsx'
import { AppRoutes, pageLanguage } from '#routes/app-routes.tsx'
import { usePathname } from '#routes/route-link.tsx'
import { Boot } from './boot.tsx'
import { BootLoading } from './boot-screen.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

/** The whole app: its language, its configuration, then the page. */
export function App({ client }: { client: QueryClient }) {
  const path = usePathname()
  return (
    <LanguageProvider fixed={pageLanguage(path)}>
      <ErrorBoundary path={path}>
        <QueryClientProvider client={client}>
          <Boot path={path}>
            <AppRoutes path={path} fallback={<BootLoading />} />
          </Boot>
        </QueryClientProvider>
      </ErrorBoundary>
    </LanguageProvider>
  )
}
