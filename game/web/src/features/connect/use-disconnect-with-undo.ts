import { useCallback } from 'react'
import { type Connector, useConfig, useConnection, useDisconnect } from 'wagmi'
import { BURNER_CONNECTOR_ID } from '#chain/burner/burner-connector.ts'
import { useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { CONNECT_MESSAGES } from './connect-messages.ts'

/** Returns a function that disconnects, and offers to undo it where that needs no question by the wallet. */
export function useDisconnectWithUndo(): () => void {
  const messages = useMessages(CONNECT_MESSAGES)
  const config = useConfig()
  const toasts = useToastStore()
  const { connector } = useConnection()
  const { mutate: disconnect } = useDisconnect()

  const offerUndo = useCallback(
    async (left: Connector) => {
      const canUndo = await isStillAllowed(left).catch(() => false)
      const run = async () => {
        const { connect } = await import('wagmi/actions')
        // The visitor can still connect in the modal.
        await connect(config, { connector: left }).catch(() => undefined)
      }
      toasts.show({
        level: 'info',
        text: messages.disconnected,
        ...(canUndo && { action: { label: messages.undo, run: () => void run() } }),
      })
    },
    [config, toasts, messages],
  )
  return () => {
    disconnect(
      {},
      {
        onSuccess: () => void (connector && offerUndo(connector)),
        onError: () => toasts.show({ level: 'error', text: messages.disconnectFailed }),
      },
    )
  }
}

/** Whether the wallet would connect again without asking its user. */
async function isStillAllowed(connector: Connector): Promise<boolean> {
  if (connector.id === BURNER_CONNECTOR_ID) return true
  if (connector.type !== 'injected') return false
  const provider = await connector.getProvider()
  const accounts = await (provider as AccountsProvider).request({ method: 'eth_accounts' })
  return Array.isArray(accounts) && accounts.length > 0
}

/** Provider of an injected wallet (EIP-1193). */
type AccountsProvider = { request: (call: { method: string }) => Promise<unknown> }
