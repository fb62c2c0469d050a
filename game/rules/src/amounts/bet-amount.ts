import type { Wei } from './units.ts'
import { toWei } from './units.ts'

/** Smallest amount a preset or Max enters: 0.001 BNB (R-BET-7, R-BET-8). */
export const MIN_PRESET_WEI = toWei(1_000_000_000_000_000n)

/** Balance that Max leaves in the wallet for fees: 0.003 BNB (R-BET-8). */
export const FEE_RESERVE_WEI = toWei(3_000_000_000_000_000n)

/** Amount in the field after a successful bet: 0.001 BNB (R-BET-4). */
export const DEFAULT_BET_WEI = toWei(1_000_000_000_000_000n)

/** Preset buttons of the bet dialog, in percent of the balance (R-BET-7). */
export const PRESET_PERCENTS = [10, 25, 50, 75] as const

/** Quick amounts of the bet dialog: 0.01, 0.05 and 0.1 BNB. */
export const QUICK_AMOUNTS = [
  toWei(10_000_000_000_000_000n),
  toWei(50_000_000_000_000_000n),
  toWei(100_000_000_000_000_000n),
] as const

/** Step of the amount field: 0.000001 BNB (R-BET-5). */
const AMOUNT_STEP_WEI = toWei(1_000_000_000_000n)

/**
 * Returns a share of the balance, at least 0.001 BNB, rounded down to the field's step; null when the
 * balance is 0 (R-BET-7, R-BET-9).
 *
 * @param percent - 0 to 100.
 */
export function presetAmount(balance: Wei, percent: number): Wei | null {
  if (balance === 0n) return null
  return atLeastMinimum((balance * BigInt(percent)) / 100n)
}

/** Returns the balance less the fee reserve, at least 0.001 BNB; null when the balance is 0 (R-BET-8, R-BET-9). */
export function maxAmount(balance: Wei): Wei | null {
  if (balance === 0n) return null
  return atLeastMinimum(balance - FEE_RESERVE_WEI)
}

/** Returns the slider position of a typed amount: floor(amount / balance * 100), at most 100 (R-BET-6). */
export function sliderPercent(amount: Wei, balance: Wei): number {
  if (balance === 0n) return 0
  const percent = (amount * 100n) / balance
  return percent > 100n ? 100 : Number(percent)
}

function atLeastMinimum(amount: bigint): Wei {
  const stepped = amount < 0n ? 0n : amount - (amount % AMOUNT_STEP_WEI)
  return stepped < MIN_PRESET_WEI ? MIN_PRESET_WEI : toWei(stepped)
}
