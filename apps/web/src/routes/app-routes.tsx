import { lazy, Suspense } from 'react'
import { HomePage } from './home/home-page.tsx'
import { usePathname } from './route-link.tsx'

// Each page pays for itself: the main screen is what nearly everybody comes for.
const DirectBetPage = lazy(async () => {
  const { DirectBetPage } = await import('./direct-bet/direct-bet-page.tsx')
  return { default: DirectBetPage }
})
const NotFoundPage = lazy(async () => {
  const { NotFoundPage } = await import('./not-found/not-found-page.tsx')
  return { default: NotFoundPage }
})

const PAGES = { '/': HomePage, '/direct-bet': DirectBetPage } as const

/** The page that belongs to the address. */
export function AppRoutes() {
  const path = usePathname().replace(/(?<=.)\/$/, '')
  const Page = Object.hasOwn(PAGES, path) ? PAGES[path as keyof typeof PAGES] : NotFoundPage
  return (
    <Suspense fallback={null}>
      <Page />
    </Suspense>
  )
}
