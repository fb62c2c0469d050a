/** An account in an order, with what is compared. */
export type Entry = { account: Buffer; value: bigint }

export const ADDRESS_BYTES = 20
/** The value as two int8: one of 10^18, and the rest with the same sign. */
const HIGH_AT = ADDRESS_BYTES
const LOW_AT = HIGH_AT + 8
export const RECORD_BYTES = LOW_AT + 8
const HIGH_UNIT = 10n ** 18n

/** Reads the record with this number. */
export function entryAt(records: Buffer, index: number): Entry {
  const at = index * RECORD_BYTES
  const [high, low] = [records.readBigInt64BE(at + HIGH_AT), records.readBigInt64BE(at + LOW_AT)]
  return { account: records.subarray(at, at + ADDRESS_BYTES), value: high * HIGH_UNIT + low }
}

/** Writes a record at this byte. */
export function writeEntry(records: Buffer, at: number, { account, value }: Entry): void {
  account.copy(records, at)
  records.writeBigInt64BE(value / HIGH_UNIT, at + HIGH_AT)
  records.writeBigInt64BE(value % HIGH_UNIT, at + LOW_AT)
}

/** Best first, of equals the lower address first. */
export function compareEntries(a: Entry, b: Entry): number {
  if (a.value !== b.value) return a.value > b.value ? -1 : 1
  return a.account.compare(b.account)
}

/** Counts the records before `entry`, in the order of {@link compareEntries}. */
export function countBefore(records: Buffer, entry: Entry): number {
  let [low, high] = [0, records.length / RECORD_BYTES]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (compareEntries(entryAt(records, middle), entry) < 0) low = middle + 1
    else high = middle
  }
  return low
}
