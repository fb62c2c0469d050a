import { parseAmount } from '#core/account/amount/typed-amount.ts'
import type { Asset } from '#core/account/asset.ts'

/** Gas of a swap over two pools, an upper bound. */
export const SWAP_GAS = 300_000n

/** Reason why a swap cannot be reviewed yet; null when it can. */
export type SwapProblem =
  | 'selectToken'
  | 'enterAmount'
  | 'incorrectAmount'
  | 'insufficientBalance'
  | 'insufficientGas'

export type SwapDraft = {
  from: Asset | null
  to: Asset | null
  /** As typed. */
  amount: string
  /** Balance of the network's native coin, in wei; null while unknown. */
  coinBalance: bigint | null
  /** Wei; null while unknown. */
  fee: bigint | null
  /** Another account may pay its fees. */
  isSmartAccount: boolean
}

/** Returns the first problem of a swap; null without one. */
export function swapProblem(draft: SwapDraft): SwapProblem | null {
  const { from, to, amount, coinBalance, fee, isSmartAccount } = draft
  if (from === null || to === null) return 'selectToken'
  const value = parseAmount(amount, from.decimals)
  if (amount === '' || value === 0n) return 'enterAmount'
  if (value === null) return 'incorrectAmount'
  if (value > from.balance) return 'insufficientBalance'
  if (coinBalance === null || isSmartAccount) return null
  const coins = (from.address === null ? value : 0n) + (fee ?? 0n)
  return coinBalance === 0n || coins > coinBalance ? 'insufficientGas' : null
}
