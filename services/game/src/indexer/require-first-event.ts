import type { Database } from '../db/open-database.ts'
import type { MarketContract } from '../market/market-contract.ts'
import { StartBlockLateError } from './errors.ts'

/**
 * Checks that the index holds the market's first event: the fee that a bullring contract announces in
 * its constructor, or the start of round 1, before which a PancakePredictionV2 contract announces
 * nothing.
 *
 * @throws {StartBlockLateError} when it starts later.
 */
export async function requireFirstEvent(db: Database, contract: MarketContract): Promise<void> {
  if (contract.kind === 'pancake-v2' && contract.genesisTimestamp === 0) return
  const first =
    contract.kind === 'bullring'
      ? db.selectFrom('fee_changes').select('block_number').limit(1)
      : db.selectFrom('round_starts').select('block_number').where('epoch', '=', 1)
  if ((await first.executeTakeFirst()) === undefined) throw new StartBlockLateError()
}
