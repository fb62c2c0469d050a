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
const messages = loadMessages(pageLanguage(undefined))
void messages.then(({ readiness: texts }) => {
  document.title = texts.windowTitle
})
const id = location.hash.slice(1)
if (id === '') waitForRequest()
else void showKept(id)

/** The frame that has opened this window shows its request here. */
function waitForRequest(): void {
  announceReady(window)
  // Opened by another page than the frame, or loaded again after the request has ended.
  setTimeout(() => showNothing(), REQUEST_MS)
}

/** The frame has kept a request for this page, in the tab of the page that asks. */
async function showKept(kept: string): Promise<void> {
  const isShown = await import('#detour/show-kept-request.ts')
    .then(({ showKeptRequest }) => showKeptRequest(window, kept))
    .catch(() => false)
  if (isShown) return
  const { readiness: texts } = await messages
  const back = document.createElement('button')
  back.textContent = texts.back
  back.addEventListener('click', () => history.back())
  await showNothing(back)
}

async function showNothing(...controls: readonly HTMLElement[]): Promise<void> {
  const { readiness: texts, language } = await messages
  const root = document.getElementById('root')
  if (root === null || root.childElementCount > 0) return
  document.documentElement.lang = language
  const text = document.createElement('p')
  text.className = 'nothing'
  text.textContent = controls.length === 0 ? texts.nothing : texts.over
  root.append(text, ...controls)
}
