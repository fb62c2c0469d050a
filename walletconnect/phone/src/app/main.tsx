import '@bullring/ui/font.css'
import '@bullring/ui/theme.css'
import '#ui/page.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

const dark = matchMedia('(prefers-color-scheme: dark)')
const applyTheme = () => {
  document.documentElement.dataset['theme'] = dark.matches ? 'dark' : 'light'
}
dark.addEventListener('change', applyTheme)
applyTheme()

const container = document.getElementById('root')
if (container !== null) createRoot(container).render(<App />)
