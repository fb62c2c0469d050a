import type { Epoch } from '@bullring/prediction/units'
import { toAddress, toBytes } from '@bullring/server/db/bytes'
import type { Address } from 'viem'
import {
  compareEntries,
  countBefore,
  countTrue,
  type Entry,
  entryAt,
  findRecords,
  RECORD_BYTES,
  writeEntry,
} from './order-records.ts'
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

/** What has changed since an order. */
export type Moves = {
  /** Sums of all accounts that may have changed; all zeros for those that have none any more. */
  sums: readonly SumsOfBytes[]
  /** Journal position of each market. */
  positions: readonly number[]
}

/** The accounts of a ranking. */
export type RankedAccounts = {
  players: number
  /** The first accounts, best first. */
  first: (count: number) => Address[]
  /** The place of an account with these sums, from 1. */
  rankOf: (standing: Standing) => number
  /** Sums that were read: a reader adds what it has read. */
  standings: Map<Address, Standing>
}

/** Finds the accounts of a ranking. */
export type FindRanked = (filter: RankingFilter) => Promise<RankedAccounts>

type Ranking = Pick<RankingFilter, 'rankBy' | 'minimumRounds'>

/**
 * Ranks the accounts of `order` with what has changed since.
 *
 * @param moves - Sums of all accounts that may have changed.
 */
export function rankAccounts(
  { records }: Pick<RankingOrder, 'records'>,
  ranking: Ranking,
  moves: readonly SumsOfBytes[] = [],
): RankedAccounts {
  const { removed, added } = changesOf(records, ranking, moves)
  const players = records.length / RECORD_BYTES - removed.length + added.length
  return {
    players,
    first: (count) => firstOf({ records, removed: new Set(removed), added }, count),
    rankOf: (standing) => {
      const value = rankedValue(standing, ranking.rankBy)
      const own = { account: toBytes(standing.account), value }
      const before = countBefore(records, own)
      const removedBefore = countTrue(removed.length, (at) => (removed[at] ?? 0) < before)
      const addedBefore = countTrue(added.length, (at) => compareEntries(added[at] ?? own, own) < 0)
      return before - removedBefore + addedBefore + 1
    },
    standings: new Map(),
  }
}

/** Returns the records of an order after accounts have moved: a copy, most of which is that of whole ranges. */
export function mergeMoves(
  records: Buffer,
  ranking: Ranking,
  moves: readonly SumsOfBytes[],
): Buffer {
  const { removed, added } = changesOf(records, ranking, moves)
  const merged = Buffer.allocUnsafe(records.length + (added.length - removed.length) * RECORD_BYTES)
  let [from, to, next] = [0, 0, 0]
  const copyUntil = (end: number) => {
    to += records.copy(merged, to, from * RECORD_BYTES, end * RECORD_BYTES)
    from = end
  }
  const advanceTo = (end: number) => {
    for (let at = removed[next]; at !== undefined && at < end; at = removed[next]) {
      copyUntil(at)
      from += 1
      next += 1
    }
    copyUntil(end)
  }
  for (const entry of added) {
    advanceTo(countBefore(records, entry))
    writeEntry(merged, to, entry)
    to += RECORD_BYTES
  }
  advanceTo(records.length / RECORD_BYTES)
  return merged
}

/** The numbers of the records that have moved, and the accounts that are ranked instead, both in their order. */
function changesOf(
  records: Buffer,
  { rankBy, minimumRounds }: Ranking,
  moves: readonly SumsOfBytes[],
): { removed: number[]; added: Entry[] } {
  const accounts = moves.map(({ account }) => account)
  const removed = moves.length === 0 ? [] : findRecords(records, accounts)
  const added = moves
    .filter(({ rounds }) => rounds >= Math.max(minimumRounds, 1))
    .map((sums) => ({ account: sums.account, value: rankedValue(sums, rankBy) }))
    .toSorted(compareEntries)
  return { removed, added }
}

function firstOf(
  { records, removed, added }: { records: Buffer; removed: Set<number>; added: Entry[] },
  limit: number,
): Address[] {
  const first: Entry[] = added.slice(0, limit)
  const end = records.length / RECORD_BYTES
  for (let index = 0, kept = 0; index < end && kept < limit; index += 1) {
    if (removed.has(index)) continue
    first.push(entryAt(records, index))
    kept += 1
  }
  return first
    .toSorted(compareEntries)
    .slice(0, limit)
    .map(({ account }) => toAddress(account))
}
