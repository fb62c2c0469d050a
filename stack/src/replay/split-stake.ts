import type { Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'

/** Smallest part of a stake, in wei: 0.001 BNB, the contract's minimum bet. */
const SMALLEST_PART = 1_000_000_000_000_000n

/**
 * Splits a total into at most `count` uneven amounts that add up to it exactly, none below 0.001 BNB.
 * Returns no amounts for a total below that.
 */
export function splitStake(total: Wei, count: number, random: () => number): readonly Wei[] {
  const used = Math.min(count, Number(total / SMALLEST_PART))
  if (used === 0) return []
  const weights = Array.from({ length: used }, () => BigInt(Math.floor(100 + random() * 900)))
  const sum = weights.reduce((a, b) => a + b, 0n)
  const spare = total - SMALLEST_PART * BigInt(used)
  const amounts = weights.map((weight) => SMALLEST_PART + (spare * weight) / sum)
  const rest = total - amounts.reduce((a, b) => a + b, 0n)
  return amounts.map((amount, index) => toWei(index === 0 ? amount + rest : amount))
}
