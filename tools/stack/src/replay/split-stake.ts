import type { Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'

/** Smallest part a stake is split into: 0.001 BNB, the contract's minimum bet. */
const SMALLEST_PART = 1_000_000_000_000_000n

/**
 * Splits a total into at most `parts` uneven amounts that add up to it exactly, none below 0.001 BNB;
 * no amounts for a total that is itself smaller.
 */
export function splitStake(total: Wei, parts: number, random: () => number): readonly Wei[] {
  const most = Number(total / SMALLEST_PART)
  const count = Math.min(parts, most)
  if (count === 0) return []
  const weights = Array.from({ length: count }, () => BigInt(Math.floor(100 + random() * 900)))
  const sum = weights.reduce((a, b) => a + b, 0n)
  const spare = total - SMALLEST_PART * BigInt(count)
  const amounts = weights.map((weight) => SMALLEST_PART + (spare * weight) / sum)
  const rest = total - amounts.reduce((a, b) => a + b, 0n)
  return amounts.map((amount, index) => toWei(index === 0 ? amount + rest : amount))
}
