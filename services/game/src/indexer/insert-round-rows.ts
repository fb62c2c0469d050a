import type { InsertObject, Transaction } from 'kysely'
import type { GameTables } from '../db/schema.ts'
import type { MarketRows } from './apply-log.ts'

type RoundTable =
  | 'round_starts'
  | 'round_locks'
  | 'round_ends'
  | 'round_rewards'
  | 'timing_changes'
  | 'oracle_changes'

/** Inserts the round events of a PancakePredictionV2 contract: a few rows per step. */
export async function insertRoundRows(
  tx: Transaction<GameTables>,
  rows: MarketRows,
): Promise<void> {
  await insert(tx, 'round_starts', rows.starts)
  await insert(tx, 'round_locks', rows.locks)
  await insert(tx, 'round_ends', rows.ends)
  await insert(tx, 'round_rewards', rows.rewards)
  await insert(tx, 'timing_changes', rows.timingChanges)
  await insert(tx, 'oracle_changes', rows.oracleChanges)
}

async function insert<table extends RoundTable>(
  tx: Transaction<GameTables>,
  table: table,
  rows: readonly InsertObject<GameTables, table>[],
): Promise<void> {
  if (rows.length > 0) await tx.insertInto(table).values(rows).execute()
}
