import '#ui/font.css'
import '#ui/theme.css'
import '#ui/base.css'
import { preloadPage } from '#routes/page-parts.ts'
import { sleep } from '#ui/sleep.ts'

/** A page that nobody sees, such as one opened in the background, is not painted. */
const UNSEEN_AFTER_MS = 500

void open()

async function open(): Promise<void> {
  preloadPage(window.location.pathname)
  // The opening mark of index.html comes first: reading all the code takes a phone a second.
  await firstPaint()
  // The files of build/start-chunks.ts one by one: a slow phone can answer to a finger in between.
  await import('react-dom/client')
  await sleep()
  await import('@tanstack/react-query')
  await sleep()
  await import('#api/game-api.ts')
  await sleep()
  const { openApp } = await import('./open-app.tsx')
  await sleep()
  await openApp()
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
