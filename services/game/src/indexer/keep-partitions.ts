import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { GameTables } from '../db/schema.ts'
import type { MarketRows } from './apply-log.ts'

/** Rounds by which a partition is created early, in a step that is cheaper to delay than one with bets. */
const AHEAD = 500

/** Adds the missing partitions of bets and claims that are about to be inserted, and the next one early. */
export async function keepPartitions(
  tx: Transaction<GameTables>,
  { bets, claims }: Pick<MarketRows, 'bets' | 'claims'>,
): Promise<void> {
  const epochs = new Set([...bets, ...claims].map(({ epoch }) => epoch))
  if (epochs.size === 0) return
  const newest = [...epochs].reduce((a, b) => Math.max(a, b))
  await sql`select keep_partitions(${[...epochs, newest + AHEAD]}::int8[])`.execute(tx)
}
