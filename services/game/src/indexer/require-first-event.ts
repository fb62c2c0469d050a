import type { UnixSeconds } from '@bullring/prediction/units'
import type { Database } from '../db/open-database.ts'
import type { MarketKind } from '../db/schema.ts'
import type { ChainSource } from './chain-source.ts'
import { StartBlockLateError } from './errors.ts'

/**
 * Checks that the index holds the market's first event: the fee that a bullring contract announces in
 * its constructor, or the start of round 1 of a PancakePredictionV2 contract.
 *
 * @param firstStart - Reads the start of round 1; null before it.
 * @throws {StartBlockLateError} when it starts later.
 */
export async function requireFirstEvent(
  db: Database,
  kind: MarketKind,
  firstStart: () => Promise<UnixSeconds | null>,
): Promise<void> {
  const isComplete =
    kind === 'bullring'
      ? await hasFee(db)
      : (await hasRoundOne(db)) || (await firstStart()) === null
  if (!isComplete) throw new StartBlockLateError()
}

async function hasFee(db: Database): Promise<boolean> {
  const fee = await db.selectFrom('fee_changes').select('block_number').limit(1).executeTakeFirst()
  return fee !== undefined
}

async function hasRoundOne(db: Database): Promise<boolean> {
  const start = await db
    .selectFrom('round_starts')
    .select('block_number')
    .where('epoch', '=', 1)
    .executeTakeFirst()
  return start !== undefined
}

/**
 * Checks at the start, before hours of reading, that a PancakePredictionV2 contract had not started its
 * first round before the start block.
 *
 * @throws {StartBlockLateError} when it had.
 */
export async function requireEarlyStart(
  { chain, firstStart }: { chain: Pick<ChainSource, 'blockAt'>; firstStart: UnixSeconds | null },
  startBlock: number,
): Promise<void> {
  const block = await chain.blockAt(startBlock)
  if (block !== null && firstStart !== null && block.timestamp > firstStart) {
    throw new StartBlockLateError()
  }
}
