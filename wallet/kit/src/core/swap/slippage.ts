/** A swap may yield this much less than its quote. */
export const SLIPPAGE_PERCENT = 1

/** Returns the least that a swap must yield, in the smallest unit. */
export function minimumOf(quoted: bigint): bigint {
  return (quoted * BigInt(100 - SLIPPAGE_PERCENT)) / 100n
}
