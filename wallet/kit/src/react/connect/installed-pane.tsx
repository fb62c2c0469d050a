import { fill } from '@bullring/wire/text/fill'
import { RetryButton } from '#ui/button/retry-button.tsx'
import { ConnectingPane } from '#ui/connecting-pane.tsx'
import { useMessages } from '../kit-context.ts'
import { CONNECTING_MESSAGES } from './connecting-messages.ts'
import { useConnectAttempt } from './use-connect-attempt.ts'

type InstalledPaneProps = { connectorUid: string; name: string; image: string | null }

/** Asks a wallet in this browser to connect immediately, with a retry after a failure. */
export function InstalledPane({ connectorUid, name, image }: InstalledPaneProps) {
  const messages = useMessages('connecting', CONNECTING_MESSAGES)
  const { status, message, retry } = useConnectAttempt(connectorUid, name)
  const texts = {
    waiting: [fill(messages.waiting, { name }), messages.waitingDetail],
    declined: [messages.declined, messages.declinedDetail],
    unanswered: [fill(messages.unanswered, { name }), messages.unansweredDetail],
    noAccount: [fill(messages.noAccount, { name }), messages.noAccountDetail],
    failed: [messages.failed, message || messages.unknownError],
  } as const
  const [title, detail] = texts[status]
  return (
    <ConnectingPane
      name={name}
      image={image}
      isWaiting={status === 'waiting'}
      isFailed={status !== 'waiting'}
      title={title}
      detail={detail}
    >
      {status !== 'waiting' && <RetryButton label={messages.retry} onClick={retry} />}
    </ConnectingPane>
  )
}
