import { amountText } from '#core/account/amount/amount-text.ts'
import type { Asset } from '#core/account/asset.ts'

/** Decimals of an available balance (R-SEND-4). */
const BALANCE_DECIMALS = 5

/** Returns the balance of an asset, rounded down. */
export function balanceText({ balance, decimals }: Asset): string {
  return amountText(balance, decimals, BALANCE_DECIMALS)
}
