import { useState } from 'react'
import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/image/icon.tsx'
import { ACCOUNT_MESSAGES } from './account-messages.ts'

/** Disconnects the wallet; also shown on an unsupported network. */
export function DisconnectButton() {
  const { connections, toasts } = useKit()
  const messages = useMessages('account', ACCOUNT_MESSAGES)
  const [isDisconnecting, setIsDisconnecting] = useState(false)
  const disconnect = async () => {
    setIsDisconnecting(true)
    try {
      await connections.disconnect()
    } catch {
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
