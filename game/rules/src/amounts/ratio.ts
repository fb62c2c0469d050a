/** Payout multiples have 4 decimals. The screen shows 2. */
const MULTIPLE_SCALE = 10_000n

/** Returns `part / whole`, cut to 4 decimals; 0 when `whole` is 0. */
export function multipleOf(part: bigint, whole: bigint): number {
  if (whole === 0n) return 0
  return Number((part * MULTIPLE_SCALE) / whole) / Number(MULTIPLE_SCALE)
}

/** Returns `part / whole` in percent, rounded half up to 2 decimals; 0 when `whole` is 0. */
export function percentOf(part: number, whole: number): number {
  if (whole === 0) return 0
  return Number((BigInt(part) * 20_000n + BigInt(whole)) / (BigInt(whole) * 2n)) / 100
}
