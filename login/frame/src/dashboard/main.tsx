import '@bullring/ui/import-chunk'
import '@bullring/ui/font.css'
import '@bullring/ui/theme.css'
import { FrameConfig } from '@bullring/login-api/custody-api/config'
import { requestJson } from '@bullring/wire/http/request-json'
import { createRoot } from 'react-dom/client'
import { openBrowserStorage } from '#device/frame-storage.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import { MessagesProvider } from '#i18n/messages-context.tsx'
import { pageLanguage } from '#i18n/page-language.ts'
import { createFrameServices } from '#sdk/frame-services.ts'
import { Dashboard } from './dashboard.tsx'

// No app embeds this page: it is a separate site with a separate login.
const services = requestJson({ url: '/config.json', schema: FrameConfig }).then(async (config) =>
  createFrameServices(
    config,
    { origin: location.origin, storage: await openBrowserStorage() },
    { language: () => pageLanguage(undefined), followsWallet: () => false },
  ),
)

const dark = matchMedia('(prefers-color-scheme: dark)')
const applyTheme = () => {
  document.documentElement.dataset['theme'] = dark.matches ? 'dark' : 'light'
}
dark.addEventListener('change', applyTheme)
applyTheme()

void loadMessages(pageLanguage(undefined)).then((messages) => {
  document.documentElement.lang = messages.language
  document.title = messages.dashboard.title
  const container = document.getElementById('root')
  if (container === null) return
  createRoot(container).render(
    <MessagesProvider messages={messages}>
      <Dashboard services={services} />
    </MessagesProvider>,
  )
})
