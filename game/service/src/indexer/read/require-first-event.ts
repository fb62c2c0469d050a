import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import type { Database } from '../../db/open-database.ts'
import { StartBlockLateError } from '../errors.ts'
import type { ChainSource } from './chain-source.ts'

/**
 * Checks that the index holds the first fee of a bullring contract. Its constructor announces the fee for the round of
 * that moment; later changes are announced for a later round.
 *
 * @param epochAt - Reads the round that was open in a block.
 * @throws {StartBlockLateError} when the index starts later.
 */
export async function requireFirstFee(
  db: Database,
  epochAt: (block: number) => Promise<Epoch>,
): Promise<void> {
  const first = await db
    .selectFrom('fee_changes')
    .select(['block_number', 'epoch'])
    .orderBy('block_number')
    .orderBy('log_index')
    .limit(1)
    .executeTakeFirst()
  const isComplete =
    first !== undefined && BigInt(first.epoch) === (await epochAt(first.block_number))
  if (!isComplete) throw new StartBlockLateError()
}

/**
 * Checks that the index holds the start of round 1 of a PancakePredictionV2 contract.
 *
 * @param firstStart - Reads the start of round 1; null before it.
 * @throws {StartBlockLateError} when the index starts later.
 */
export async function requireFirstRound(
  db: Database,
  firstStart: () => Promise<UnixSeconds | null>,
): Promise<void> {
  const isComplete = (await hasRoundOne(db)) || (await firstStart()) === null
  if (!isComplete) throw new StartBlockLateError()
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
