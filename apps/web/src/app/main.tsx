import '@fontsource-variable/instrument-sans/standard.css'
import '#ui/theme.css'
import '#ui/base.css'
import { preloadPage } from '#routes/page-parts.ts'

// The opening mark of index.html is painted first: reading all the code takes a phone a second.
requestAnimationFrame(() => setTimeout(() => void open()))

async function open(): Promise<void> {
  preloadPage(window.location.pathname)
  // The largest library by itself first: a slow phone can answer to a finger in between.
  await import('react-dom/client')
  await new Promise((done) => setTimeout(done))
  const { openApp } = await import('./open-app.tsx')
  openApp()
}
