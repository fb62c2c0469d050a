/** An amount as two int8, which the database writes faster than text: one of 10^18, and the rest with the same sign. */
const UNIT = 10n ** 18n

export const SPLIT_AMOUNT_BYTES = 16

/** Reads an amount in wei. */
export function readSplitAmount(view: DataView, at: number): bigint {
  const high = view.getBigInt64(at)
  const low = view.getBigInt64(at + 8)
  return high === 0n ? low : high * UNIT + low
}

/** Writes an amount in wei. */
export function writeSplitAmount(view: DataView, at: number, wei: bigint): void {
  view.setBigInt64(at, wei / UNIT)
  view.setBigInt64(at + 8, wei % UNIT)
}

/** Views the bytes of a buffer. */
export function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length)
}
