import { useCallback, useEffect } from 'react'
import type { AssetList } from '#core/account/assets.ts'
import { useAccountParts } from '#react/account-parts.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { type Account, useAccount } from '#react/use-account.ts'
import { type Loaded, useLoad } from '#react/use-load.ts'
import { SEND_MESSAGES } from './send-messages.ts'

const NONE: AssetList = { assets: [], isComplete: true }

/** Loads what the connected account can send. Shows a toast if its tokens cannot be loaded. */
export function useAssets(): Loaded<AssetList> {
  const { toasts } = useKit()
  const messages = useMessages('send', SEND_MESSAGES)
  const { assets, movements } = useAccountParts()
  const { address, network } = useAccount() ?? NO_ACCOUNT
  const load = useCallback(
    async () => (address === null || network === null ? NONE : assets.load(address, network)),
    [assets, address, network],
  )
  const loaded = useLoad(load)
  const { value, error, reload } = loaded
  const isMissing = error !== null || value?.isComplete === false
  useEffect(() => movements.subscribe(reload), [movements, reload])
  useEffect(() => {
    if (isMissing) toasts.show('error', messages.unavailable)
  }, [isMissing, toasts, messages.unavailable])
  return loaded
}

const NO_ACCOUNT: { address: null; network: Account['network'] } = { address: null, network: null }
