import { COIN_DECIMALS } from '@bullring/prediction/decimal'
import type { Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import { parseAmount as parseTyped, typedAmount } from '@bullring/wallet-kit/typed-amount'

/** Parses a typed amount in BNB to wei; null when it is not one plain decimal number. */
export function parseAmount(text: string): Wei | null {
  const amount = parseTyped(typedAmount(text), COIN_DECIMALS)
  return amount === null ? null : toWei(amount)
}
