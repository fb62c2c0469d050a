import '@bullring/ui/font.css'
import '@bullring/ui/theme.css'
import type { Language } from '@bullring/wire/text/languages'
import { createRoot, type Root } from 'react-dom/client'
import { loadMessages } from '#i18n/load-messages.ts'
import { MessagesProvider } from '#i18n/messages-context.tsx'
import type { ApprovalQueue } from './approval-queue.ts'
import { ApprovalScreen } from './approval-screen.tsx'

let shown: { root: Root; queue: ApprovalQueue; language: Language } | undefined

/** Shows the requests of `queue` in the page, from the first call on. */
export async function showApprovals(queue: ApprovalQueue, language: Language): Promise<void> {
  const container = document.getElementById('root')
  if (shown !== undefined || container === null) return
  shown = { root: createRoot(container), queue, language }
  await render(shown)
}

/** Shows the requests in another language. */
export async function showLanguage(language: Language): Promise<void> {
  if (shown === undefined || shown.language === language) return
  shown.language = language
  await render(shown)
}

async function render(screen: NonNullable<typeof shown>): Promise<void> {
  const { root, queue, language } = screen
  const messages = await loadMessages(language)
  // Another language may have been chosen meanwhile.
  if (screen.language !== language) return
  document.documentElement.lang = messages.language
  root.render(
    <MessagesProvider messages={messages}>
      <ApprovalScreen queue={queue} />
    </MessagesProvider>,
  )
}
