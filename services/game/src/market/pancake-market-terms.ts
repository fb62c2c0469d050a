import { toAddress } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../db/open-database.ts'

/** Feed and timing of a market, as clients need them. */
export type MarketTerms = {
  oracle: Address
  /** Start of round 1; 0 before it. */
  genesisTimestamp: number
  intervalSeconds: number
  /** Seconds after lock and close in which the operator may act; then stakes are refunded. */
  settlementWindow: number
  /** Seconds from a lock time to its strike time; 0 on a PancakePredictionV2 contract. */
  strikeDelay: number
  /** In hundredths; 0 for no limit, as on a PancakePredictionV2 contract. */
  maxPayoutMultiple: number
  /** A changed fee and the first round it is charged in. */
  nextTreasuryFee: { feeBps: number; epoch: number } | null
}

type TermsRow = {
  oracle: Buffer
  started_at: number | null
  interval_seconds: number
  buffer_seconds: number
}

/** Reads the newest terms of a PancakePredictionV2 contract in the index. */
export async function findPancakeTerms(db: Database): Promise<MarketTerms> {
  const { rows } = await sql<TermsRow>`
    select o.oracle, t.interval_seconds, t.buffer_seconds,
      (select s.started_at from round_starts s where s.epoch = 1) as started_at
    from (
      select oracle from oracle_changes order by block_number desc, log_index desc limit 1
    ) o cross join (
      select interval_seconds, buffer_seconds from timing_changes
      order by block_number desc, log_index desc limit 1
    ) t`.execute(db)
  const [row] = rows
  if (row === undefined) throw new TypeError('an index always has first terms')
  return {
    oracle: toAddress(row.oracle),
    genesisTimestamp: row.started_at ?? 0,
    intervalSeconds: row.interval_seconds,
    settlementWindow: row.buffer_seconds,
    strikeDelay: 0,
    maxPayoutMultiple: 0,
    nextTreasuryFee: null,
  }
}
