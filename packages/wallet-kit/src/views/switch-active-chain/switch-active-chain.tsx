import { useState } from 'react'
import { fill } from '#core/messages.ts'
import { useConnectionState, useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button.tsx'
import { ConnectingPane } from '#ui/connecting-pane.tsx'
import { NETWORK_MESSAGES } from '#views/networks/network-messages.ts'

/** The connected wallet has not agreed to this network: another wallet is needed. */
export function SwitchActiveChain({ data: { chainId } }: { data: { chainId: number } }) {
  const { connections, modal, options, toasts } = useKit()
  const messages = useMessages('networks', NETWORK_MESSAGES)
  const { networks } = useConnectionState()
  const [isLeaving, setIsLeaving] = useState(false)
  const name = networks.find(({ id }) => id === chainId)?.name ?? ''
  const leave = async () => {
    setIsLeaving(true)
    try {
      await connections.disconnect()
      modal.open('Connect')
    } catch {
      setIsLeaving(false)
      toasts.show('error', 'Failed to disconnect')
    }
  }
  return (
    <ConnectingPane
      name={name}
      image={options.chainImages[chainId] ?? null}
      isWaiting={false}
      isFailed={false}
      title={fill(messages.switchTo, { name })}
      detail={fill(messages.notOffered, { name })}
    >
      <Button isBusy={isLeaving} onClick={() => void leave()}>
        {messages.switch}
      </Button>
    </ConnectingPane>
  )
}
