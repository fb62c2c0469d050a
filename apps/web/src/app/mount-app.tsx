import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { trackFailedStyles } from '#browser/failed-styles.ts'
import { sleep } from '#browser/sleep.ts'
import { startWindowHistory } from '#browser/window-history.ts'
import { createQueryClient } from '#data/query-client.ts'
import { loadCatalogue } from '#i18n/catalogue.ts'
import { DEFAULT_LANGUAGE } from '#i18n/language.ts'
import { pageLanguage } from '#routes/app-routes.tsx'
import { currentPath } from '#routes/route-link.tsx'
import { followTheme } from '#settings/theme.ts'
import { App } from './app.tsx'
import { appQuery } from './load-app.ts'

/** After this time the app replaces the logo of index.html by its loading screen. */
const MAX_LOGO_MS = 500

/** Renders the app into `#root`, with its first data if that arrives in time. */
export async function mountApp(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  trackFailedStyles()
  startWindowHistory()
  followTheme()
  const path = currentPath()
  const client = createQueryClient()
  // <App> reports a failure.
  const app = client.query(appQuery(path)).catch(() => undefined)
  // Texts are in English without the catalogue.
  await loadCatalogue(pageLanguage(path) ?? DEFAULT_LANGUAGE).catch(() => undefined)
  await Promise.race([app, sleep(MAX_LOGO_MS)])
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App client={client} />
      </StrictMode>,
    ),
  )
}
