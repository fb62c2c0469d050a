import { fill } from '@bullring/wire/text/fill'
import { OpenWalletLink } from '#react/connect/open-wallet-link.tsx'
import { useConnectionState, useKit, useMessages } from '#react/kit-context.ts'
import { RetryButton } from '#ui/button/retry-button.tsx'
import { ConnectingPane } from '#ui/connecting-pane.tsx'
import { NETWORK_MESSAGES } from '#views/networks/network-messages.ts'
import { useSwitchAttempt } from './use-switch-attempt.ts'

/** Asks the wallet to switch to a network, immediately when shown. */
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
      {status !== 'waiting' && <RetryButton label={messages.retry} onClick={retry} />}
    </ConnectingPane>
  )
}
