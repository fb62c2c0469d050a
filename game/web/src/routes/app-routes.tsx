import type { PagePath } from '@bullring/wire/http/page-path'
import type { Language } from '@bullring/wire/text/languages'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { HomePage } from './home/home-page.tsx'
import { loadDirectBet } from './load-page.ts'
import { useArrivalFocus } from './route-link.tsx'

const AuthorizeBotPage = lazy(async () => {
  const { AuthorizeBotPage } = await import('./authorize-bot/authorize-bot-page.tsx')
  return { default: AuthorizeBotPage }
})
const DevelopersPage = lazy(async () => {
  const { DevelopersPage } = await import('./developers/developers-page.tsx')
  return { default: DevelopersPage }
})
const DirectBetPage = lazy(loadDirectBet)
const OperatorPage = lazy(async () => {
  const { OperatorPage } = await import('./operator/operator-page.tsx')
  return { default: OperatorPage }
})
const NotFoundPage = lazy(async () => {
  const { NotFoundPage } = await import('./not-found/not-found-page.tsx')
  return { default: NotFoundPage }
})

const PAGES: Readonly<Record<PagePath, ComponentType>> = {
  '/': HomePage,
  '/authorize-bot': AuthorizeBotPage,
  '/developers': DevelopersPage,
  '/direct-bet': DirectBetPage,
  '/operator': OperatorPage,
}

/**
 * The language of pages that have only one: R-DIRECT-1; and those of operator and developers, like the documents and replies that they show:
 * the catalogues of the others are loaded whole, on every page.
 */
const LANGUAGES: Readonly<Record<string, Language>> = {
  '/developers': 'en',
  '/direct-bet': 'zh-CN',
  '/operator': 'en',
}

/** Returns the only language of a page; null where the visitor can choose. */
export function pageLanguage(path: string): Language | null {
  return LANGUAGES[path] ?? null
}

/**
 * Renders the page at `path`.
 *
 * @param fallback - Shown while the first page loads.
 */
export function AppRoutes({ path, fallback }: { path: string; fallback: ReactNode }) {
  useArrivalFocus(path)
  const Page = Object.hasOwn(PAGES, path) ? PAGES[path as PagePath] : NotFoundPage
  return (
    <Suspense fallback={fallback}>
      <Page />
    </Suspense>
  )
}
