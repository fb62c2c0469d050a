import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { GameTables } from '../../db/schema.ts'

/** Returns how many rows of `table` and its partitions the transaction has read so far: a cost that no load can disturb. */
export async function rowsRead(
  tx: Transaction<GameTables>,
  table: keyof GameTables | 'final_rounds',
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int8 as count
    from pg_stat_xact_user_tables where relname = ${table} or relname like ${`${table}\\_from\\_%`}`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}
