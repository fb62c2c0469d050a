import '@bullring/ui/import-chunk'
import '@bullring/ui/font.css'
import '@bullring/ui/theme.css'
import './window.css'
import { announceReady } from '#approval/approval-window.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import { pageLanguage } from '#i18n/page-language.ts'

/** Time limit of the frame for showing its request here. */
const REQUEST_MS = 5_000

document.documentElement.dataset['theme'] = matchMedia('(prefers-color-scheme: dark)').matches
  ? 'dark'
  : 'light'
announceReady(window)

const messages = loadMessages(pageLanguage(undefined))
void messages.then(({ readiness: texts }) => {
  document.title = texts.windowTitle
})
// Opened by another page than the frame, or loaded again after the request has ended.
setTimeout(async () => {
  const { readiness: texts, language } = await messages
  const root = document.getElementById('root')
  if (root === null || root.childElementCount > 0) return
  document.documentElement.lang = language
  const text = document.createElement('p')
  text.className = 'nothing'
  text.textContent = texts.nothing
  root.append(text)
}, REQUEST_MS)
