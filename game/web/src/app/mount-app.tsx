import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { openStorage } from '#browser/open-storage.ts'
import { sleep } from '#browser/sleep.ts'
import { telegram } from '#browser/telegram.ts'
import { startWindowHistory } from '#browser/window-history.ts'
import { createQueryClient } from '#data/query-client.ts'
import { storeReferCode } from '#features/referral/refer-session.ts'
import { loadSharedCatalogue } from '#i18n/catalogue.ts'
import { DEFAULT_LANGUAGE } from '#i18n/language.ts'
import { createLanguageStore, type LanguageStore } from '#i18n/language-store.ts'
import { pageLanguage } from '#routes/app-routes.tsx'
import { currentPath } from '#routes/route-link.tsx'
import { readSettings } from '#settings/device-settings.ts'
import { followTheme } from '#settings/theme.ts'
import { App } from './app.tsx'
import { appQuery } from './load-app.ts'

/** After this time the app replaces the logo of index.html by its loading screen. */
const MAX_LOGO_MS = 500

/** Renders the app into `#root`, with its first data if that arrives in time. */
export async function mountApp(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  startWindowHistory()
  followTheme()
  // Before the first render: a visitor may go to another page immediately.
  storeReferCode(window.location.search, openStorage(window, 'sessionStorage'))
  const path = currentPath()
  const client = createQueryClient()
  const language = createLanguageStore(DEFAULT_LANGUAGE)
  // <App> reports a failure.
  const app = client.query(appQuery(path, language)).catch(() => undefined)
  // Without its catalogue the loading screen is in English.
  const screenLanguage = loadScreenLanguage(path, language).catch(() => undefined)
  await Promise.race([app, Promise.all([screenLanguage, sleep(MAX_LOGO_MS)])])
  telegram()?.ready()
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App client={client} language={language} />
      </StrictMode>,
    ),
  )
}

/**
 * Resolves when the loading screen has the visitor's language, so that they see no flash of English;
 * never where that depends on what the operator offers.
 */
function loadScreenLanguage(path: string, language: LanguageStore): Promise<void> {
  const fixed = pageLanguage(path)
  const { language: chosen } = readSettings()
  if (fixed !== null) return loadSharedCatalogue()
  if (chosen !== null) return language.show(chosen)
  const isEnglish = navigator.language.startsWith(DEFAULT_LANGUAGE)
  return isEnglish ? Promise.resolve() : new Promise(() => {})
}
