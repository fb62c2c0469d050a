import type { Epoch } from '@bullring/prediction/units'
import { toAddress, toBytes } from '@bullring/server/db/bytes'
import type { Address } from 'viem'
import type { RankingFilter } from './ranking-filter.ts'
import { rankedValue, type Standing, type SumsOfBytes } from './standing.ts'

/** All accounts of a ranking as of a point in time. */
export type RankingOrder = {
  /** Best first, of equals the lower address first: of each, address and value. */
  records: Buffer
  /** Journal position of each market. */
  positions: readonly number[]
  /** First round of the window in each market. */
  fromEpochs: readonly Epoch[]
}

/** The accounts of a ranking. */
export type RankedAccounts = {
  players: number
  /** The first accounts, best first. */
  first: (count: number) => Address[]
  /** The place of an account with these sums, from 1. */
  rankOf: (standing: Standing) => number
}

/** Finds the accounts of a ranking. */
export type FindRanked = (filter: RankingFilter) => Promise<RankedAccounts>

const ADDRESS_BYTES = 20
/** The value as two int8: one of 10^18, and the rest with the same sign. */
const HIGH_AT = ADDRESS_BYTES
const LOW_AT = HIGH_AT + 8
const RECORD_BYTES = LOW_AT + 8
const HIGH_UNIT = 10n ** 18n

/**
 * Ranks the accounts of `order` with what has changed since.
 *
 * @param moves - Sums of all accounts that may have changed.
 */
export function rankAccounts(
  { records }: Pick<RankingOrder, 'records'>,
  { rankBy, minimumRounds }: Pick<RankingFilter, 'rankBy' | 'minimumRounds'>,
  moves: readonly SumsOfBytes[] = [],
): RankedAccounts {
  const replaced = findRecords(records, moves)
  const moved = moves
    .filter(({ rounds }) => rounds >= Math.max(minimumRounds, 1))
    .map((sums) => ({ account: sums.account, value: rankedValue(sums, rankBy) }))
    .toSorted(compareEntries)
  const count = records.length / RECORD_BYTES
  return {
    players: count - replaced.length + moved.length,
    first: (limit) => firstOf({ records, replaced: new Set(replaced), moved }, limit),
    rankOf: (standing) => {
      const own = { account: toBytes(standing.account), value: rankedValue(standing, rankBy) }
      const isBefore = (entry: Entry) => compareEntries(entry, own) < 0
      const before = countTrue(count, (index) => isBefore(entryAt(records, index)))
      const replacedBefore = countTrue(replaced.length, (at) => (replaced[at] ?? 0) < before)
      const movedBefore = countTrue(moved.length, (at) => isBefore(moved[at] ?? own))
      return before - replacedBefore + movedBefore + 1
    },
  }
}

type Entry = { account: Buffer; value: bigint }

function entryAt(records: Buffer, index: number): Entry {
  const at = index * RECORD_BYTES
  const [high, low] = [records.readBigInt64BE(at + HIGH_AT), records.readBigInt64BE(at + LOW_AT)]
  return { account: records.subarray(at, at + ADDRESS_BYTES), value: high * HIGH_UNIT + low }
}

function compareEntries(a: Entry, b: Entry): number {
  if (a.value !== b.value) return a.value > b.value ? -1 : 1
  return a.account.compare(b.account)
}

/** Counts the first of `length` places for which `isTrue` holds; it holds for none after one for which it does not. */
function countTrue(length: number, isTrue: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isTrue(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the places of accounts in an order, in ascending order. */
function findRecords(records: Buffer, moves: readonly SumsOfBytes[]): number[] {
  // The last bytes of an address as a number: comparing all bytes of every record takes much longer.
  const endOf = (bytes: Buffer, at = 0) => bytes.readUInt32BE(at + ADDRESS_BYTES - 4)
  const byEnd = Map.groupBy(moves, ({ account }) => endOf(account))
  const found: number[] = []
  for (let at = 0; byEnd.size > 0 && at < records.length; at += RECORD_BYTES) {
    const similar = byEnd.get(endOf(records, at))
    const record = similar && records.subarray(at, at + ADDRESS_BYTES)
    if (similar?.some(({ account }) => record?.equals(account))) found.push(at / RECORD_BYTES)
  }
  return found
}

function firstOf(
  { records, replaced, moved }: { records: Buffer; replaced: Set<number>; moved: Entry[] },
  limit: number,
): Address[] {
  const first: Entry[] = moved.slice(0, limit)
  const end = records.length / RECORD_BYTES
  for (let index = 0, kept = 0; index < end && kept < limit; index += 1) {
    if (replaced.has(index)) continue
    first.push(entryAt(records, index))
    kept += 1
  }
  return first
    .toSorted(compareEntries)
    .slice(0, limit)
    .map(({ account }) => toAddress(account))
}
