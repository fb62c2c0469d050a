import { fill } from '#core/messages.ts'
import { useConnectionState, useKit, useMessages } from '#react/kit-context.ts'
import { OpenWalletLink } from '#react/open-wallet-link.tsx'
import { Button } from '#ui/button.tsx'
import { ConnectingPane } from '#ui/connecting-pane.tsx'
import { Icon } from '#ui/icon.tsx'
import { NETWORK_MESSAGES } from '#views/networks/network-messages.ts'
import { useSwitchAttempt } from './use-switch-attempt.ts'

/** Asks the wallet to change its network, at once. */
export function SwitchNetwork({ data: { chainId } }: { data: { chainId: number } }) {
  const messages = useMessages('networks', NETWORK_MESSAGES)
  const { chainImages } = useKit().options
  const { networks } = useConnectionState()
  const name = networks.find(({ id }) => id === chainId)?.name ?? ''
  const { status, retry } = useSwitchAttempt(chainId)
  const title = {
    waiting: messages.approve,
    declined: messages.declined,
    unsupported: messages.unsupported,
  }[status]
  const detail = {
    waiting: messages.approveDetail,
    declined: messages.declinedDetail,
    unsupported: fill(messages.unsupportedDetail, { name }),
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
          {messages.retry}
        </Button>
      )}
    </ConnectingPane>
  )
}
