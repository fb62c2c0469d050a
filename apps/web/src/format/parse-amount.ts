import { COIN_DECIMALS, parseUnits } from '@bullring/prediction/decimal'
import { InvalidDecimalError } from '@bullring/prediction/errors'
import type { Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'

/** Parses an amount in BNB to wei; null when invalid. Many phone keypads have only a decimal comma. */
export function parseAmount(text: string): Wei | null {
  try {
    const amount = parseUnits(text.replace(',', '.'), COIN_DECIMALS)
    return amount < 0n ? null : toWei(amount)
  } catch (error) {
    if (error instanceof InvalidDecimalError) return null
    throw error
  }
}
