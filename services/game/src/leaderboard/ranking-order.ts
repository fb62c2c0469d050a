import type { Epoch } from '@bullring/prediction/units'
import { toAddress, toBytes } from '@bullring/server/db/bytes'
import type { Address } from 'viem'
import { countBefore, entryAt, RECORD_BYTES } from './order-records.ts'
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

/**
 * Ranks the accounts of `order`.
 *
 * @param standings - Sums that are known.
 */
export function rankAccounts(
  { records }: Pick<RankingOrder, 'records'>,
  { rankBy }: Pick<RankingFilter, 'rankBy'>,
  standings: RankedAccounts['standings'] = new Map(),
): RankedAccounts {
  const players = records.length / RECORD_BYTES
  return {
    players,
    first: (count) =>
      Array.from({ length: Math.min(count, players) }, (_, index) =>
        toAddress(entryAt(records, index).account),
      ),
    rankOf: (standing) => {
      const own = { account: toBytes(standing.account), value: rankedValue(standing, rankBy) }
      return countBefore(records, own) + 1
    },
    standings,
  }
}
