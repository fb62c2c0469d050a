import type { PairingState } from '#core/pairing.ts'
import { Button } from '#ui/button.tsx'
import { ConnectingPane } from '#ui/connecting-pane.tsx'
import { Icon } from '#ui/icon.tsx'
import { useWords } from '../../kit-context.ts'
import { WALLET_CONNECT_WORDS } from './wallet-connect-words.ts'

type PairingProblemProps = {
  problem: Extract<PairingState, { message: string }>
  name: string | undefined
  image: string | null
  onRetry: () => void
}

/** Why there is no connection, by its cause, with a way to try again. */
export function PairingProblem({ problem, name, image, onRetry }: PairingProblemProps) {
  const words = useWords('walletConnect', WALLET_CONNECT_WORDS)
  const texts = {
    declined: [words.declined, words.declinedText],
    failed: [words.failed, problem.message],
    unreachable: [words.unreachable, words.unreachableText],
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
      <Button tone="quiet" onClick={onRetry}>
        <Icon name="refresh" size={16} />
        {words.retry}
      </Button>
    </ConnectingPane>
  )
}
