import { fill } from '@bullring/wire/text/fill'
import { useState } from 'react'
import { useConnectionState, useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { ConnectingPane } from '#ui/connecting-pane.tsx'
import { ACCOUNT_MESSAGES } from '#views/account/account-messages.ts'
import { NETWORK_MESSAGES } from '#views/networks/network-messages.ts'

/** Suggests another wallet for a network that the connected one does not support. */
export function SwitchActiveChain({ data }: { data: { chainId: number } | { name: string } }) {
  const { connections, modal, options, toasts } = useKit()
  const messages = useMessages('networks', NETWORK_MESSAGES)
  const { disconnectFailed } = useMessages('account', ACCOUNT_MESSAGES)
  const { networks } = useConnectionState()
  const [isDisconnecting, setIsDisconnecting] = useState(false)
  const isNamed = 'name' in data
  const name = isNamed ? data.name : (networks.find(({ id }) => id === data.chainId)?.name ?? '')
  const disconnect = async () => {
    setIsDisconnecting(true)
    try {
      await connections.disconnect()
      modal.open('Connect')
    } catch {
      setIsDisconnecting(false)
      toasts.show('error', disconnectFailed)
    }
  }
  return (
    <ConnectingPane
      name={name}
      image={isNamed ? null : (options.chainImages[data.chainId] ?? null)}
      isWaiting={false}
      isFailed={false}
      title={fill(messages.switchTo, { name })}
      detail={fill(messages.notOffered, { name })}
    >
      <Button isBusy={isDisconnecting} onClick={() => void disconnect()}>
        {messages.switch}
      </Button>
    </ConnectingPane>
  )
}
