import '#ui/font.css'
import '#ui/theme.css'
import './callback.css'
import { openFrameStorage } from '#device/frame-storage.ts'
import { findPendingLogin } from '#login/pending-logins.ts'
import { handBack } from './hand-back.ts'
import { offerResult } from './result-link.ts'

const CLOSE = 'You can close this window.'
const FAILED = 'This login could not be completed. Close this window and start again.'

/** How long the frame may take to accept the result; it is in the page that opened this one. */
const OFFER_MS = 10_000

document.documentElement.dataset['theme'] = matchMedia('(prefers-color-scheme: dark)').matches
  ? 'dark'
  : 'light'

const status = document.getElementById('status')

const show = (text: string) => {
  if (status !== null) status.textContent = text
}

handBack({
  page: window,
  findLogin: async (state) => findPendingLogin(await openFrameStorage(indexedDB), state),
  offer: (uri) => offerResult(window, uri, AbortSignal.timeout(OFFER_MS)),
}).then(
  () => show(CLOSE),
  () => show(FAILED),
)
