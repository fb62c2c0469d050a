import { COIN_DECIMALS, parseUnits } from '@bullring/prediction/decimal'
import { InvalidDecimalError } from '@bullring/prediction/errors'
import type { Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'

/** Amount of a text in wei; null when it is no amount. The keypads of many phones have a comma only. */
export function parseAmount(text: string): Wei | null {
  try {
    const amount = parseUnits(text.replace(',', '.'), COIN_DECIMALS)
    return amount < 0n ? null : toWei(amount)
  } catch (error) {
    if (error instanceof InvalidDecimalError) return null
    throw error
  }
}
