import type { PriceE8, UnixSeconds } from '@bullring/prediction/units'
import { toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import type { MarketKind } from '@bullring/wire/chain/market-kind'
import type { Database } from '../db/open-database.ts'

/** A price and its time. */
export type PricePoint = { price: PriceE8; updatedAt: UnixSeconds }

/** A round can be locked with an oracle answer of at most this age. */
const MAX_AGE_SECONDS = 3_600

/**
 * Finds the newest prices, oldest first: answers of the oracle. A `pancake-v2` market falls back to its
 * lock prices, because its feed may reject reads or have been replaced.
 */
export async function findPrices(
  db: Database,
  kind: MarketKind,
  limit: number,
): Promise<PricePoint[]> {
  const answers = await findAnswers(db, limit)
  if (kind === 'bullring') return answers
  const locks = await findLockPrices(db, limit)
  return preferAnswers(answers, locks)
}

/** Returns the answers of the oracle, or the lock prices if those are much newer. */
export function preferAnswers(answers: PricePoint[], locks: PricePoint[]): PricePoint[] {
  const newest = answers.at(-1)?.updatedAt ?? 0
  return newest + MAX_AGE_SECONDS >= (locks.at(-1)?.updatedAt ?? 0) ? answers : locks
}

async function findAnswers(db: Database, limit: number): Promise<PricePoint[]> {
  const rows = await db
    .selectFrom('oracle_rounds')
    .select(['price', 'updated_at'])
    .orderBy('round_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toPoint).reverse()
}

/** Finds the newest lock prices of a `pancake-v2` market, oldest first. */
export async function findLockPrices(db: Database, limit: number): Promise<PricePoint[]> {
  const rows = await db
    .selectFrom('round_locks')
    .select(['price', 'locked_at as updated_at'])
    .orderBy('epoch', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toPoint).reverse()
}

function toPoint(row: { price: bigint; updated_at: number }): PricePoint {
  return { price: toPriceE8(row.price), updatedAt: toUnixSeconds(row.updated_at) }
}
