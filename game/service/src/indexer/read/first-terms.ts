import { toWei } from '@bullring/prediction/units'
import { toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { PancakeTerms } from '../../chain/read-pancake-contract.ts'
import type { Database } from '../../db/open-database.ts'
import { chargedFee } from '../../market/charged-fee.ts'

/** Sorts before every log of its block. */
const BEFORE_LOGS = -1

/**
 * Stores the constructor's terms of a PancakePredictionV2 contract as changes in the block before the
 * start block, once per index: what a node returns later must not change old rounds.
 *
 * @returns The terms if they were stored now.
 */
export async function storeFirstTerms(
  db: Database,
  readTerms: () => Promise<PancakeTerms>,
): Promise<PancakeTerms | null> {
  const stored = await db
    .selectFrom('timing_changes')
    .select('block_number')
    .where('log_index', '=', BEFORE_LOGS)
    .executeTakeFirst()
  if (stored !== undefined) return null
  const terms = await readTerms()
  await db.transaction().execute(async (tx) => {
    const place = await firstPlace(tx)
    await tx
      .insertInto('timing_changes')
      .values({
        buffer_seconds: terms.bufferSeconds,
        interval_seconds: terms.intervalSeconds,
        ...place,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx
      .insertInto('oracle_changes')
      .values({ oracle: toBytes(terms.oracle), ...place })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    if (terms.treasuryFee !== null) await insertFirstFee(tx, terms.treasuryFee)
  })
  return terms
}

/**
 * Stores the constructor's fee once the index is complete, if no node could tell it before: as charged in the
 * first decided round, or the present fee of a contract that never changed it.
 *
 * @param readFee - Reads the fee in force after a block.
 */
export async function completeFirstFee(
  db: Database,
  readFee: (block: number) => Promise<number>,
): Promise<void> {
  const changes = await db
    .selectFrom('fee_changes')
    .selectAll()
    .orderBy('block_number')
    .orderBy('log_index')
    .limit(1)
    .execute()
  const [first] = changes
  if (first?.log_index === BEFORE_LOGS) return
  if (first !== undefined) {
    await insertFirstFee(db, (await firstChargedFee(db)) ?? first.treasury_fee)
    return
  }
  const { number } = await db
    .selectFrom('blocks')
    .select((expression) => expression.fn.max('number').as('number'))
    .executeTakeFirstOrThrow()
  await insertFirstFee(db, await readFee(number))
}

/** Finds the fee of the first round that was decided before any change; null for none. */
async function firstChargedFee(db: Database): Promise<number | null> {
  const { rows } = await sql<{ reward_amount: bigint; treasury_amount: bigint }>`
    select d.reward_amount, d.treasury_amount from round_rewards d
    where d.reward_amount > 0 and (d.block_number, d.log_index) < (
      select f.block_number, f.log_index from fee_changes f
      order by f.block_number, f.log_index limit 1
    )
    order by d.epoch limit 1`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const split = {
    rewardAmount: toWei(row.reward_amount),
    treasuryAmount: toWei(row.treasury_amount),
  }
  return chargedFee(split, null)
}

async function insertFirstFee(db: Database, treasuryFee: number): Promise<void> {
  await db
    .insertInto('fee_changes')
    .values({ epoch: 0, treasury_fee: treasuryFee, ...(await firstPlace(db)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function firstPlace(db: Database): Promise<{ block_number: number; log_index: number }> {
  const market = await db.selectFrom('market').select('start_block').executeTakeFirstOrThrow()
  return { block_number: Math.max(market.start_block - 1, 0), log_index: BEFORE_LOGS }
}
