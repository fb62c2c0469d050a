import { shortAddress } from '#core/account/short-address.ts'
import { useConnectionState, useKit, useMessages, useStore } from '#react/kit-context.ts'
import { AddressImage } from '#ui/image/address-image.tsx'
import { Icon } from '#ui/image/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { BUTTON_MESSAGES } from './button-messages.ts'
import { PageButton } from './page-button.tsx'

/**
 * A button for the page. Opens the modal: to connect, to show the account, or to switch away from an
 * unsupported network.
 *
 * @example
 * <WalletKitProvider kit={kit}>
 *   <ConnectButton />
 * </WalletKitProvider>
 */
export function ConnectButton() {
  const { modal, options } = useKit()
  const messages = useMessages('buttons', BUTTON_MESSAGES)
  const { connection, networks } = useConnectionState()
  const { address, status, chainId } = connection
  const isOpen = useStore(modal, (state) => state.isOpen)
  const isSupported = options.allowUnsupportedChain || networks.some(({ id }) => id === chainId)
  const onClick = () => modal.open()
  if (address !== null && !isSupported) {
    return (
      <PageButton
        tone="warning"
        view="UnsupportedChain"
        onClick={() => modal.open('UnsupportedChain')}
      >
        <Icon name="warning" size={18} />
        {messages.switchNetwork}
      </PageButton>
    )
  }
  if (address !== null) {
    return (
      <PageButton view="Account" onClick={onClick}>
        <AddressImage address={address} size={24} />
        {shortAddress(address)}
      </PageButton>
    )
  }
  // An abandoned attempt may stay pending for minutes: don't show it as busy.
  const isBusy = status === 'reconnecting' || (status === 'connecting' && isOpen)
  return (
    <PageButton tone="action" view="Connect" isBusy={isBusy} onClick={onClick}>
      {isBusy && <Spinner size={16} />}
      {isBusy ? messages.connecting : messages.connect}
    </PageButton>
  )
}
