/** Multiples of a stake are given to 4 decimals; screens show 2. */
const MULTIPLE_SCALE = 10_000n

/** `part` as a multiple of `whole`, cut to 4 decimals; 0 when there is nothing to divide by. */
export function multipleOf(part: bigint, whole: bigint): number {
  if (whole === 0n) return 0
  return Number((part * MULTIPLE_SCALE) / whole) / Number(MULTIPLE_SCALE)
}

/** Share of `part` in `whole` in percent, rounded half up to 2 decimals; 0 for an empty whole. */
export function percentOf(part: number, whole: number): number {
  if (whole === 0) return 0
  return Number((BigInt(part) * 20_000n + BigInt(whole)) / (BigInt(whole) * 2n)) / 100
}
