import '@bullring/ui/font.css'
import '@bullring/ui/theme.css'
import type { Language } from '@bullring/wire/text/languages'
import { createRoot, type Root } from 'react-dom/client'
import { loadMessages } from '#i18n/load-messages.ts'
import { MessagesProvider } from '#i18n/messages-context.tsx'
import type { ApprovalQueue } from './approval-queue.ts'
import { ApprovalScreen, DecisionScreen } from './approval-screen.tsx'

type Screen = typeof ApprovalScreen
let shown: { root: Root; queue: ApprovalQueue; language: Language; Screen: Screen } | undefined

/** Shows the requests of `queue` in the frame, from the first call on. */
export const showApprovals = (queue: ApprovalQueue, language: Language): Promise<void> =>
  showIn(ApprovalScreen, queue, language)

/** Shows the requests of `queue` in a page that no other one embeds: everything can be decided there. */
export const showDecisions = (queue: ApprovalQueue, language: Language): Promise<void> =>
  showIn(DecisionScreen, queue, language)

async function showIn(Screen: Screen, queue: ApprovalQueue, language: Language): Promise<void> {
  const container = document.getElementById('root')
  if (shown !== undefined || container === null) return
  shown = { root: createRoot(container), queue, language, Screen }
  await render(shown)
}

/** Shows the requests in another language. */
export async function showLanguage(language: Language): Promise<void> {
  if (shown === undefined || shown.language === language) return
  shown.language = language
  await render(shown)
}

async function render(screen: NonNullable<typeof shown>): Promise<void> {
  const { root, queue, language, Screen } = screen
  const messages = await loadMessages(language)
  // Another language may have been chosen meanwhile.
  if (screen.language !== language) return
  document.documentElement.lang = messages.language
  root.render(
    <MessagesProvider messages={messages}>
      <Screen queue={queue} />
    </MessagesProvider>,
  )
}
