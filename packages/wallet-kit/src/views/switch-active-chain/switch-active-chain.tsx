import { useState } from 'react'
import { fill } from '#core/words.ts'
import { Button } from '#ui/button.tsx'
import { ConnectingPane } from '#ui/connecting-pane.tsx'
import { NETWORK_WORDS } from '#views/networks/network-words.ts'
import { useConnectionState, useKit, useWords } from '../../kit-context.ts'

/** The connected wallet has not agreed to this network: another wallet is needed. */
export function SwitchActiveChain({ data: { chainId } }: { data: { chainId: number } }) {
  const { connections, modal, options, toasts } = useKit()
  const words = useWords('networks', NETWORK_WORDS)
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
      title={fill(words.switchTo, { name })}
      detail={fill(words.notOffered, { name })}
    >
      <Button isBusy={isLeaving} onClick={() => void leave()}>
        {words.switch}
      </Button>
    </ConnectingPane>
  )
}
