import { useEffect, useState } from 'react'
import type { EmbeddedWallet } from '#core/embedded/embedded-wallet.ts'
import { loadEmbeddedWallet } from './embedded-wallet.ts'
import { useKit } from './kit-context.ts'

/** Returns the embedded wallet; null while its code loads, and when that fails. */
export function useEmbeddedWallet(): EmbeddedWallet | null {
  const kit = useKit()
  const [wallet, setWallet] = useState<EmbeddedWallet | null>(null)
  useEffect(() => {
    let isLeft = false
    // The requests of a view load it again and report the failure.
    loadEmbeddedWallet(kit).then(
      (loaded) => isLeft || setWallet(loaded),
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [kit])
  return wallet
}
