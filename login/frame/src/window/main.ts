import '@bullring/ui/import-chunk'
import '@bullring/ui/font.css'
import '@bullring/ui/theme.css'
import './window.css'
import { announceReady } from '#approval/approval-window.ts'
import type { KeptEnd } from '#detour/show-kept-request.ts'
import type { FrameMessages } from '#i18n/frame-messages.ts'
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
const root = document.getElementById('root')
const id = location.hash.slice(1)
if (id === '') waitForRequest()
else void showKept(id)

/** The frame that has opened this window shows its request here. */
function waitForRequest(): void {
  announceReady(window)
  // Opened by another page than the frame, or loaded again after the request has ended.
  setTimeout(async () => {
    const texts = await messages
    if (root?.childElementCount === 0) show(texts, texts.readiness.nothing)
  }, REQUEST_MS)
}

/** The frame has kept a request for this page, in the tab of the page that asks. */
async function showKept(kept: string): Promise<void> {
  const loading = messages.then((texts) => show(texts, texts.dashboard.loading))
  const end = await import('#detour/show-kept-request.ts')
    .then(async ({ showKeptRequest }) => {
      await loading
      return await showKeptRequest(window, kept)
    })
    .catch((): KeptEnd => ({ is: 'nothing' }))
  if (end.is === 'decided') return
  const texts = await (end.is === 'nothing' ? messages : loadMessages(end.language))
  const back = document.createElement('button')
  back.textContent = texts.readiness.back
  back.addEventListener('click', () => (end.is === 'nothing' ? history.back() : end.leave()))
  show(texts, end.is === 'nothing' ? texts.readiness.over : texts.problem.unreachable, back)
}

/** Shows a text in place of a request. */
function show(texts: FrameMessages, content: string, ...controls: readonly HTMLElement[]): void {
  document.documentElement.lang = texts.language
  const text = document.createElement('p')
  text.className = 'nothing'
  text.role = 'status'
  text.textContent = content
  root?.replaceChildren(text, ...controls)
}
