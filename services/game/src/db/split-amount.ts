/** An amount as two int8, which the database writes faster than text: one of 10^18, and the rest with the same sign. */
const UNIT = 10n ** 18n

/** Reads an amount in wei. */
export function readSplitAmount(view: DataView, at: number): bigint {
  const high = view.getBigInt64(at)
  const low = view.getBigInt64(at + 8)
  return high === 0n ? low : high * UNIT + low
}

/** Views the bytes of a buffer. */
export function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length)
}
