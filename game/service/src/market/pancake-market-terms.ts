import { toAddress } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { MarketTerms } from '../chain/read-pancake-contract.ts'
import { PANCAKE_RULES } from '../chain/read-pancake-contract.ts'
import type { Database } from '../db/open-database.ts'

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
    ...PANCAKE_RULES,
  }
}
