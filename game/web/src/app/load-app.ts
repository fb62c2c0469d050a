import type { Language } from '@bullring/wire/text/languages'
import { visitLanguage } from '@bullring/wire/text/visit-language'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { fetchAppConfig } from '#api/market/app-config.ts'
import { symbolOf } from '#api/market/market-config.ts'
import { sleep } from '#browser/sleep.ts'
import { createChainClock } from '#chain/clock/chain-clock.ts'
import { createWagmiConfig } from '#chain/wallet/wagmi-config.ts'
import { createMarketClients } from '#data/market-clients.ts'
import { prefetchPage } from '#data/prefetch-page.ts'
import { loadSharedCatalogue } from '#i18n/catalogue.ts'
import { LANGUAGE_MESSAGES } from '#i18n/language-messages.ts'
import { LANGUAGE_NAMES } from '#i18n/language-names.ts'
import type { LanguageStore } from '#i18n/language-store.ts'
import { pageLanguage } from '#routes/app-routes.tsx'
import { readSettings } from '#settings/device-settings.ts'
import { createToastStore } from '#toasts/toast-store.ts'

/**
 * Everything the app is made of, after the first data of the page at `path` is in the cache. A query,
 * so that it is created outside of rendering: a discarded render would leave a second wallet
 * connection behind.
 */
export const appQuery = (path: string, language: LanguageStore) =>
  queryOptions({
    queryKey: ['app'],
    queryFn: ({ client, signal }) => loadApp(path, client, language, signal),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })

export type LoadedApp = Awaited<ReturnType<typeof loadApp>>

async function loadApp(
  path: string,
  client: QueryClient,
  language: LanguageStore,
  signal: AbortSignal,
) {
  // index.html preloads it.
  const appConfig = await fetchAppConfig(signal)
  const marketClients = createMarketClients(appConfig, client)
  const market = marketClients(symbolOf(window.location.search, appConfig.markets))
  const clock = createChainClock()
  const toasts = createToastStore()
  await Promise.all([
    prefetchPage(path, market.client, { api: market.api, clock }),
    languageProblem(path, appConfig.languages, language).then((problem) => {
      if (problem !== null) toasts.show({ level: 'error', text: problem })
    }),
  ])
  await sleep()
  const wagmiConfig = createWagmiConfig(appConfig, window)
  return { appConfig, marketClients, clock, toasts, wagmiConfig }
}

/** Shows the page in the language of the visit. Returns the notice for a visitor who gets English instead. */
async function languageProblem(
  path: string,
  offered: readonly Language[],
  language: LanguageStore,
): Promise<string | null> {
  const fixed = pageLanguage(path)
  const { language: chosen } = readSettings()
  const wanted = visitLanguage(offered, { chosen, preferred: navigator.languages })
  try {
    await Promise.all([
      fixed === 'zh-CN' ? loadSharedCatalogue() : undefined,
      language.show(wanted),
    ])
    return null
  } catch {
    return LANGUAGE_MESSAGES.texts.notLoaded({ language: LANGUAGE_NAMES[fixed ?? wanted] })
  }
}
