import { embeddedConnectorOf } from '@bullring/wallet-kit/embedded-connector'
import { useEffect, useState } from 'react'
import { useConfig } from 'wagmi'
import { useHasEmbeddedWallet } from './use-wallet.ts'

/** Whether the embedded wallet shows a request above the page, for the visitor to approve. */
export function useIsApproving(): boolean {
  const config = useConfig()
  const hasWallet = useHasEmbeddedWallet()
  const [isApproving, setApproving] = useState(false)
  useEffect(() => {
    if (!hasWallet) return
    const stop = new AbortController()
    const follow = async () => {
      const approvals = (await embeddedConnectorOf(config)?.loadWallet())?.approvals
      if (approvals === undefined || stop.signal.aborted) return
      const update = () => setApproving(approvals.getState().pending !== null)
      stop.signal.addEventListener('abort', approvals.subscribe(update))
      update()
    }
    // Without its code, the wallet asks for nothing.
    void follow().catch(() => undefined)
    return () => {
      stop.abort()
      setApproving(false)
    }
  }, [config, hasWallet])
  return isApproving
}
