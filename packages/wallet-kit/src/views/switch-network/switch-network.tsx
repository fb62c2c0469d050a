import { fill } from '#core/words.ts'
import { Button } from '#ui/button.tsx'
import { ConnectingPane } from '#ui/connecting-pane.tsx'
import { Icon } from '#ui/icon.tsx'
import { NETWORK_WORDS } from '#views/networks/network-words.ts'
import { useConnectionState, useKit, useWords } from '../../kit-context.ts'
import { OpenWalletLink } from '../../open-wallet-link.tsx'
import { useSwitchAttempt } from './use-switch-attempt.ts'

/** Asks the wallet to change its network, at once. */
export function SwitchNetwork({ data: { chainId } }: { data: { chainId: number } }) {
  const words = useWords('networks', NETWORK_WORDS)
  const { chainImages } = useKit().options
  const { networks } = useConnectionState()
  const name = networks.find(({ id }) => id === chainId)?.name ?? ''
  const { status, retry } = useSwitchAttempt(chainId)
  const title = {
    waiting: words.approve,
    declined: words.declined,
    unsupported: words.unsupported,
  }[status]
  const detail = {
    waiting: words.approveDetail,
    declined: words.declinedDetail,
    unsupported: fill(words.unsupportedDetail, { name }),
  }[status]
  return (
    <ConnectingPane
      name={name}
      image={chainImages[chainId] ?? null}
      isWaiting={status === 'waiting'}
      isFailed={status !== 'waiting'}
      title={title}
      detail={detail}
    >
      {status === 'waiting' && <OpenWalletLink />}
      {status !== 'waiting' && (
        <Button tone="quiet" onClick={retry}>
          <Icon name="refresh" size={16} />
          {words.retry}
        </Button>
      )}
    </ConnectingPane>
  )
}
