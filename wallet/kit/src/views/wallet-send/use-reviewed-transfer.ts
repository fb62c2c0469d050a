import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { parseAmount } from '#core/account/amount/typed-amount.ts'
import type { Asset } from '#core/account/asset.ts'
import type { SendFormState } from '#core/account/send/send-form.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useKitAccount } from '#react/account/use-kit-account.ts'
import { useKit, useStore } from '#react/kit-context.ts'

/** The transfer under review. Only its fee still changes. */
export type ReviewedTransfer = {
  asset: Asset
  amount: bigint
  from: Address
  to: Address
  /** As typed: an address or a name. */
  receiver: string
  /** Wei; null while unknown. */
  fee: bigint | null
}

/**
 * Returns the transfer under review, or null if the form is incomplete. Opens the Account view in that
 * case and when account or network change.
 */
export function useReviewedTransfer(): ReviewedTransfer | null {
  const { router } = useKit()
  const { sendForm } = useAccountDeps()
  const account = useKitAccount()
  const fee = useStore(sendForm, (state) => state.fee)
  const [transfer] = useState(() => reviewedTransfer(sendForm.getState(), account?.address ?? null))
  const isCurrent =
    transfer !== null &&
    transfer.from === account?.address &&
    transfer.asset.chainId === account.network?.id
  useEffect(() => {
    if (!isCurrent && router.current().view === 'WalletSendPreview') router.reset('Account')
  }, [isCurrent, router])
  return transfer === null ? null : { ...transfer, fee: fee ?? transfer.fee }
}

function reviewedTransfer(form: SendFormState, from: Address | null): ReviewedTransfer | null {
  const { asset, address: to, receiver, fee } = form
  const amount = asset === null ? null : parseAmount(form.amount, asset.decimals)
  if (asset === null || amount === null || to === null || from === null) return null
  return { asset, amount, from, to, receiver: receiver.trim(), fee }
}
