import { useConnectionState, useKit, useMessages } from '#react/kit-context.ts'
import { NetworkImage } from '#react/network/network-image.tsx'
import { Icon } from '#ui/image/icon.tsx'
import { BUTTON_MESSAGES } from './button-messages.ts'
import { PageButton } from './page-button.tsx'

type NetworkButtonProps = {
  /** Shown instead of "Select Network" or "Unknown Network". */
  label?: string
}

/**
 * A button for the page that shows the wallet's network and opens the list of the app's networks.
 *
 * @example
 * <NetworkButton label="Choose a network" />
 */
export function NetworkButton({ label }: NetworkButtonProps) {
  const { modal, events, options } = useKit()
  const messages = useMessages('buttons', BUTTON_MESSAGES)
  const { connection, networks } = useConnectionState()
  const { chainId } = connection
  const network = networks.find(({ id }) => id === chainId)
  const isUnsupported = chainId !== null && network === undefined && !options.allowUnsupportedChain
  const fallback = chainId === null ? messages.selectNetwork : messages.unknownNetwork
  const text = isUnsupported ? messages.switchNetwork : (network?.name ?? label ?? fallback)
  const onClick = () => {
    events.emit({ event: 'CLICK_NETWORKS' })
    modal.open('Networks')
  }
  return (
    <PageButton tone={isUnsupported ? 'warning' : 'quiet'} view="Networks" onClick={onClick}>
      {network === undefined ? (
        <Icon name="globe" size={20} />
      ) : (
        <NetworkImage network={network} size={24} />
      )}
      {text}
    </PageButton>
  )
}
