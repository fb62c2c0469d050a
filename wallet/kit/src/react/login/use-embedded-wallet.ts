import { useEffect, useState } from 'react'
import type { EmbeddedWallet } from '#core/embedded/embedded-wallet.ts'
import { useKit } from '../kit-context.ts'
import { loadEmbeddedWallet } from './embedded-wallet.ts'

/**
 * Returns the embedded wallet; null while its code loads, and when that fails.
 *
 * @param isNeeded - False to load nothing and return null.
 */
export function useEmbeddedWallet(isNeeded = true): EmbeddedWallet | null {
  const kit = useKit()
  const [wallet, setWallet] = useState<EmbeddedWallet | null>(null)
  useEffect(() => {
    if (!isNeeded) return
    let isLeft = false
    // The requests of a view load it again and report the failure.
    loadEmbeddedWallet(kit).then(
      (loaded) => isLeft || setWallet(loaded),
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [kit, isNeeded])
  return isNeeded ? wallet : null
}
