import '#ui/font.css'
import '#ui/theme.css'
import '#ui/base.css'
import { preloadPage } from '#routes/page-parts.ts'
import { sleep } from '#ui/sleep.ts'

/** A page that nobody sees, such as one opened in the background, is not painted. */
const UNSEEN_AFTER_MS = 500

/**
 * One module of each file of build/start-chunks.ts but the last, which run one by one: a slow phone can
 * answer to a finger in between. What is named here is all that these imports keep in the files.
 */
const START = [
  () => import('react-dom/client'),
  () => import('@tanstack/react-query').then(({ QueryClient }) => QueryClient),
  () => import('#api/game-api.ts').then(({ createGameApi }) => createGameApi),
]

open().catch(sayItFailed)

async function open(): Promise<void> {
  preloadPage(window.location.pathname)
  // The opening mark of index.html comes first: reading all the code takes a phone a second.
  await firstPaint()
  for (const load of START) {
    await load()
    await sleep()
  }
  const { openApp } = await import('./open-app.tsx')
  await sleep()
  await openApp()
}

/** A file of the app did not come. What it would say so with may be among the missing: index.html has it. */
function sayItFailed(error: unknown): void {
  document.getElementById('opening-failed')?.removeAttribute('hidden')
  throw error
}

/** Resolves once something is on the screen. */
function firstPaint(): Promise<void> {
  return new Promise((done) => {
    const isContent = ({ name }: PerformanceEntry) => name === 'first-contentful-paint'
    const observer = new PerformanceObserver((list) => {
      if (!list.getEntries().some(isContent)) return
      observer.disconnect()
      done()
    })
    observer.observe({ type: 'paint', buffered: true })
    setTimeout(done, UNSEEN_AFTER_MS)
  })
}
