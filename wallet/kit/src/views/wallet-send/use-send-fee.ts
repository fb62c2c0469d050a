import { useEffect } from 'react'
import type { Address } from 'viem'
import type { SendFormState } from '#core/account/send/send-form.ts'
import { feeOf } from '#core/account/send/send-rules.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'

/** Keeps the form's fee in sync with its token and receiver; null while the node does not respond. */
export function useSendFee({ asset, address }: SendFormState, from: Address | null): void {
  const { chain, sendForm } = useAccountDeps()
  useEffect(() => {
    if (asset === null || from === null) return
    let isCurrent = true
    const set = (fee: bigint | null) => {
      if (isCurrent) sendForm.setState({ fee })
    }
    const load = async () => {
      const maxFeePerGas = await chain.getMaxFeePerGas(asset.chainId)
      set(feeOf(asset, null, maxFeePerGas))
      if (address === null) return
      // Gas hardly depends on the amount, and the smallest amount needs no balance.
      const amount = asset.address === null ? 0n : 1n
      const gas = await chain.estimateGas({ asset, from, to: address, amount }).catch(() => null)
      set(feeOf(asset, gas, maxFeePerGas))
    }
    load().catch(() => set(null))
    return () => {
      isCurrent = false
    }
  }, [asset, address, from, chain, sendForm])
}
