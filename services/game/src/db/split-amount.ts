/** An amount as two int8, which the database writes faster than text: one of 10^18, and the rest with the same sign. */
const UNIT = 10n ** 18n

export const SPLIT_AMOUNT_BYTES = 16

/** Reads an amount in wei. */
export function readSplitAmount(bytes: Buffer, at: number): bigint {
  return bytes.readBigInt64BE(at) * UNIT + bytes.readBigInt64BE(at + 8)
}

/** Writes an amount in wei. */
export function writeSplitAmount(bytes: Buffer, at: number, wei: bigint): void {
  bytes.writeBigInt64BE(wei / UNIT, at)
  bytes.writeBigInt64BE(wei % UNIT, at + 8)
}
