import type { CompiledQuery, InsertObject } from 'kysely'
import type { Database } from '../../db/open-database.ts'
import type { GameTables } from '../../db/schema.ts'
import type { MarketRows } from '../read/apply-log.ts'

type RoundTable =
  | 'round_starts'
  | 'round_locks'
  | 'round_ends'
  | 'round_rewards'
  | 'timing_changes'
  | 'oracle_changes'

/** Returns the statements that insert the round events of a PancakePredictionV2 contract: a few rows per step. */
export function roundRowInserts(db: Database, rows: MarketRows): CompiledQuery[] {
  return [
    ...insert(db, 'round_starts', rows.starts),
    ...insert(db, 'round_locks', rows.locks),
    ...insert(db, 'round_ends', rows.ends),
    ...insert(db, 'round_rewards', rows.rewards),
    ...insert(db, 'timing_changes', rows.timingChanges),
    ...insert(db, 'oracle_changes', rows.oracleChanges),
  ]
}

function insert<table extends RoundTable>(
  db: Database,
  table: table,
  rows: readonly InsertObject<GameTables, table>[],
): CompiledQuery[] {
  return rows.length === 0 ? [] : [db.insertInto(table).values(rows).compile()]
}
