import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import { useState } from 'react'
import { classifyFailure } from '#core/failure/classify-failure.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { useKitAccount } from '#react/use-kit-account.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { RowIcon } from '#ui/row-icon.tsx'
import { RowList } from '#ui/row-list.tsx'
import { ACCOUNT_MESSAGES } from './account-messages.ts'

/** Actions of the account in the app's order, and Disconnect. */
export function AccountRows() {
  const { options, router, events } = useKit()
  const messages = useMessages('account', ACCOUNT_MESSAGES)
  const network = useKitAccount()?.network ?? null
  const { send = true, receive = true, history = true } = options.features
  const rows = options.walletFeaturesOrder.flatMap((feature) => {
    if (feature === 'receive' && receive) {
      const open = () => router.push('WalletReceive')
      return { icon: 'receive', title: messages.receive, open } as const
    }
    if (feature !== 'send' || !send || network === null) return []
    const open = () => {
      events.emit({ event: 'OPEN_SEND', properties: { network: toCaipNetworkId(network.id) } })
      router.push('WalletSend')
    }
    return { icon: 'send', title: messages.send, open } as const
  })
  const hasHistory = history && options.servicesUrl !== undefined && network !== null
  const openHistory = () => {
    events.emit({ event: 'CLICK_TRANSACTIONS' })
    router.push('Transactions')
  }
  return (
    <RowList>
      {rows.map(({ icon, title, open }) => (
        <li key={title}>
          <ListRow image={<RowIcon name={icon} />} title={title} hasArrow onClick={open} />
        </li>
      ))}
      {hasHistory && (
        <li>
          <ListRow
            image={<RowIcon name="clock" />}
            title={messages.activity}
            hasArrow
            onClick={openHistory}
          />
        </li>
      )}
      <li>
        <DisconnectButton />
      </li>
    </RowList>
  )
}

/** Disconnects the wallet; also shown on an unsupported network. */
export function DisconnectButton() {
  const { connections, events, toasts } = useKit()
  const messages = useMessages('account', ACCOUNT_MESSAGES)
  const [isDisconnecting, setIsDisconnecting] = useState(false)
  const disconnect = async () => {
    setIsDisconnecting(true)
    try {
      await connections.disconnect()
      events.emit({ event: 'DISCONNECT_SUCCESS' })
    } catch (error) {
      const { message } = classifyFailure(error)
      events.emit({ event: 'DISCONNECT_ERROR', properties: { message } })
      toasts.show('error', messages.disconnectFailed)
      setIsDisconnecting(false)
    }
  }
  return (
    <Button
      tone="quiet"
      size="large"
      isWide
      isBusy={isDisconnecting}
      onClick={() => void disconnect()}
    >
      <Icon name="off" size={18} />
      {messages.disconnect}
    </Button>
  )
}
