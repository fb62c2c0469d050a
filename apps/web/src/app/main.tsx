import '@fontsource-variable/instrument-sans/standard.css'
import '#ui/theme.css'
import '#ui/base.css'

// The opening mark of index.html is painted first: reading all the code takes a phone a second.
requestAnimationFrame(() => setTimeout(() => void open()))

async function open(): Promise<void> {
  const { openApp } = await import('./open-app.tsx')
  openApp()
}
