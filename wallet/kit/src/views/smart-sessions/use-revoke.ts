import type { SmartSession } from '@bullring/accounts-api/sessions/sessions-api'
import { useState } from 'react'
import { isRejection } from '#core/failure/classify-failure.ts'
import type { KitAccount } from '#react/account/use-kit-account.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { loadEmbeddedWallet } from '#react/login/embedded-wallet.ts'
import { SESSION_MESSAGES } from './session-messages.ts'

/** Returns a function that ends a session once the user approves in the frame. The frame waits for the chain. */
export function useRevoke({ pci }: SmartSession, { address }: KitAccount) {
  const kit = useKit()
  const messages = useMessages('sessions', SESSION_MESSAGES)
  const [isRevoking, setRevoking] = useState(false)
  const revoke = async () => {
    setRevoking(true)
    try {
      const wallet = await loadEmbeddedWallet(kit)
      await wallet.request({ method: 'wallet_revokePermissions', params: [{ pci }] })
      // The index follows within a second or two.
      kit.queryClient.setQueryData<readonly SmartSession[]>(['sessions', address], (sessions) =>
        sessions?.map((each) =>
          each.pci === pci ? { ...each, revokedAt: Math.floor(Date.now() / 1_000) } : each,
        ),
      )
    } catch (error) {
      if (!isRejection(error)) kit.toasts.show('error', messages.notRevoked)
    } finally {
      setRevoking(false)
    }
  }
  return { isRevoking, revoke }
}
