import { useEffect, useState } from 'react'
import { parseAmount } from '#core/account/amount/typed-amount.ts'
import type { Asset } from '#core/account/asset.ts'
import type { SwapPair } from '#core/swap/swap-requests.ts'
import { useKitAccount } from '#react/account/use-kit-account.ts'
import { useKit } from '#react/kit-context.ts'
import { useSwapAssets } from './use-swap-assets.ts'
import { useSwapForm } from './use-swap-form.ts'

/**
 * Returns the swap under review, which no longer changes; null if the form is incomplete. Opens the Account
 * view in that case and when account or network change.
 */
export function useReviewedSwap(): SwapPair | null {
  const { router } = useKit()
  const account = useKitAccount()
  const { assets } = useSwapAssets()
  const { form, from, to } = useSwapForm(assets)
  const [pair] = useState(() => reviewed(form.amount, from, to, account?.address ?? null))
  const isCurrent =
    pair !== null && pair.account === account?.address && pair.from.chainId === account.network?.id
  useEffect(() => {
    if (!isCurrent && router.current().view === 'SwapPreview') router.reset('Account')
  }, [isCurrent, router])
  return isCurrent ? pair : null
}

function reviewed(
  text: string,
  from: Asset | null,
  to: Asset | null,
  account: SwapPair['account'] | null,
): SwapPair | null {
  const amount = from === null ? null : parseAmount(text, from.decimals)
  if (from === null || to === null || amount === null || account === null) return null
  return { from, to, amount, account }
}
