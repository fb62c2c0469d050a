import '#ui/theme/font.css'
import '#ui/theme/theme.css'
import '#ui/theme/base.css'
import '@bullring/ui/import-chunk'
import { sleep } from '#browser/sleep.ts'
import { preloadPage } from '#routes/load-page.ts'
import { earlierLaunch } from '#telegram/earlier-launch.ts'
import { withoutLaunchData } from '#telegram/launch-parameters.ts'

/** A page in a background tab is never painted. */
const MAX_PAINT_WAIT_MS = 500

/**
 * Loads one module of each start chunk (see build/start-chunks.ts) but the last. The chunks run one by
 * one, so that a slow phone stays responsive. Naming one export keeps tree shaking for the rest.
 */
const START_CHUNKS = [
  () => import('react-dom/client'),
  () => import('@tanstack/react-query').then(({ QueryClient }) => QueryClient),
  () => import('#api/game-api.ts').then(({ createGameApi }) => createGameApi),
]

start().catch(showLoadError)

async function start(): Promise<void> {
  preloadPage(window.location.pathname)
  await startInApp()
  // Parsing all code takes a phone a second: paint the logo of index.html first.
  await firstPaint()
  for (const load of START_CHUNKS) {
    await load()
    await sleep()
  }
  const { mountApp } = await import('./mount-app.tsx')
  await sleep()
  await mountApp()
}

/**
 * Telegram opens a Mini App with launch data in the fragment: it logs in, so it leaves the address before anything else reads it.
 */
async function startInApp(): Promise<void> {
  const { hash, pathname, search } = window.location
  const isLaunch = hash.includes('tgWebApp')
  const launch = isLaunch ? hash : earlierLaunch()
  if (isLaunch) {
    const address = `${pathname}${search}${withoutLaunchData(hash)}`
    window.history.replaceState(window.history.state, '', address)
  }
  if (window.parent !== window) {
    const { openInSafe } = await import('#chain/safe/open-safe.ts')
    if (openInSafe(window, launch !== null)) return
  }
  if (launch === null) return
  const { startTelegram } = await import('#telegram/start-telegram.ts')
  startTelegram(window, launch)
}

/** Shows the text in index.html: the code that could render one may have failed to load. */
function showLoadError(error: unknown): void {
  document.getElementById('load-error')?.removeAttribute('hidden')
  throw error
}

/** Resolves after the first contentful paint. */
function firstPaint(): Promise<void> {
  return new Promise((done) => {
    const isContent = ({ name }: PerformanceEntry) => name === 'first-contentful-paint'
    const observer = new PerformanceObserver((list) => {
      if (!list.getEntries().some(isContent)) return
      observer.disconnect()
      done()
    })
    observer.observe({ type: 'paint', buffered: true })
    setTimeout(done, MAX_PAINT_WAIT_MS)
  })
}
