import '@bullring/ui/import-chunk'
import '@bullring/ui/font.css'
import '@bullring/ui/theme.css'
import './callback.css'
import { openFrameStorage } from '#device/frame-storage.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import { pageLanguage } from '#i18n/page-language.ts'
import { findPendingLogin } from '#login/pending-logins.ts'
import { handBack } from './hand-back.ts'
import { offerResult } from './result-link.ts'

/** Time limit of the frame for accepting the result; it is in the page that opened this one. */
const OFFER_MS = 10_000

document.documentElement.dataset['theme'] = matchMedia('(prefers-color-scheme: dark)').matches
  ? 'dark'
  : 'light'

const show = (id: 'title' | 'status', text: string) => {
  const element = document.getElementById(id)
  if (element !== null) element.textContent = text
}

// The result must not wait for texts.
const outcome = handBack({
  page: window,
  findLogin: async (state) => findPendingLogin(await openFrameStorage(indexedDB), state),
  offer: (uri) => offerResult(window, uri, AbortSignal.timeout(OFFER_MS)),
}).then(
  () => 'done' as const,
  () => 'failed' as const,
)
void loadMessages(pageLanguage(undefined)).then(async ({ callback: texts, language }) => {
  document.documentElement.lang = language
  document.title = texts.working
  show('title', texts.title)
  show('status', texts.working)
  show('status', texts[await outcome])
})
