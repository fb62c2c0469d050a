import type { PairingState } from '#core/connect/pairing.ts'
import { useMessages } from '#react/kit-context.ts'
import { RetryButton } from '#ui/button/retry-button.tsx'
import { ConnectingPane } from '#ui/connecting-pane.tsx'
import { WALLET_CONNECT_MESSAGES } from './wallet-connect-messages.ts'

type PairingProblemProps = {
  problem: Extract<PairingState, { message: string }>
  name: string | undefined
  image: string | null
  onRetry: () => void
}

/** Shows why connecting failed, with a retry button. */
export function PairingProblem({ problem, name, image, onRetry }: PairingProblemProps) {
  const messages = useMessages('walletConnect', WALLET_CONNECT_MESSAGES)
  const texts = {
    declined: [messages.declined, messages.declinedText],
    failed: [messages.failed, problem.message || messages.unknownError],
    unreachable: [messages.unreachable, messages.unreachableText],
    siteRefused: [messages.siteRefused, messages.siteRefusedText],
    projectRefused: [messages.projectRefused, messages.projectRefusedText],
    clockRefused: [messages.clockRefused, messages.clockRefusedText],
    busy: [messages.busy, messages.busyText],
  } as const
  const [title, detail] = texts[problem.status]
  return (
    <ConnectingPane
      name={name ?? 'WalletConnect'}
      image={image}
      isWaiting={false}
      isFailed
      title={title}
      detail={detail}
    >
      <RetryButton label={messages.retry} onClick={onRetry} />
    </ConnectingPane>
  )
}
