import {
  readSplitAmount,
  SPLIT_AMOUNT_BYTES,
  viewOf,
  writeSplitAmount,
} from '../db/split-amount.ts'

/** An account in an order, with what is compared. */
export type Entry = { account: Buffer; value: bigint }

const ADDRESS_BYTES = 20
export const RECORD_BYTES = ADDRESS_BYTES + SPLIT_AMOUNT_BYTES

/** Reads the record with this number. */
export function entryAt(records: Buffer, index: number): Entry {
  const at = index * RECORD_BYTES
  const account = records.subarray(at, at + ADDRESS_BYTES)
  return { account, value: readSplitAmount(viewOf(records), at + ADDRESS_BYTES) }
}

/** Writes a record at this byte. */
export function writeEntry(records: Buffer, at: number, { account, value }: Entry): void {
  account.copy(records, at)
  writeSplitAmount(viewOf(records), at + ADDRESS_BYTES, value)
}

/** Best first, of equals the lower address first. */
export function compareEntries(a: Entry, b: Entry): number {
  if (a.value !== b.value) return a.value > b.value ? -1 : 1
  return a.account.compare(b.account)
}

/** Counts the records before `entry`. */
export function countBefore(records: Buffer, entry: Entry): number {
  return countTrue(
    records.length / RECORD_BYTES,
    (index) => compareEntries(entryAt(records, index), entry) < 0,
  )
}

/** Counts the first of `length` places for which `isTrue` holds; it holds for none after one for which it does not. */
export function countTrue(length: number, isTrue: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isTrue(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the numbers of the records of some accounts, in ascending order. */
export function findRecords(records: Buffer, accounts: readonly Buffer[]): number[] {
  // Few records end as one of the accounts does: all others are skipped without a lookup.
  const isSimilar = new Uint8Array(1 << 16)
  for (const account of accounts) isSimilar[account.readUInt16BE(ADDRESS_BYTES - 2)] = 1
  const searched = new Set(accounts.map((account) => account.toString('latin1')))
  const found: number[] = []
  for (let end = ADDRESS_BYTES; end < records.length; end += RECORD_BYTES) {
    const [high = 0, low = 0] = [records[end - 2], records[end - 1]]
    if (isSimilar[(high << 8) | low] !== 1) continue
    const at = end - ADDRESS_BYTES
    if (searched.has(records.toString('latin1', at, end))) found.push(at / RECORD_BYTES)
  }
  return found
}
