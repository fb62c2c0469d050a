import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { Hash } from 'viem'
import { toBytes, toHex } from './bytes.ts'

/** A block that an index holds. `timestamp` is in Unix seconds. */
export type StoredBlock = { number: number; hash: Hash; timestamp: number }

/** Blocks kept, and so the depth of the deepest reorg that an index can undo. */
const BLOCKS_KEPT = 256

/**
 * Creates access to the newest blocks of an index: the highest is its cursor, the others serve to find the
 * ancestor of a reorg.
 *
 * @param name - A table with the columns `number`, `hash` and `timestamp`.
 */
export function createBlockTable(name: string) {
  const table = sql.table(name)

  async function newest(db: QueryExecutorProvider, limit = BLOCKS_KEPT): Promise<StoredBlock[]> {
    const { rows } = await sql<{ number: number; hash: Buffer; timestamp: number }>`
      select number, hash, timestamp from ${table} order by number desc limit ${limit}
    `.execute(db)
    return rows.map(({ number, hash, timestamp }) => ({ number, hash: toHex(hash), timestamp }))
  }

  return {
    /** Returns the newest blocks, newest first. */
    newest,

    /** Returns whether the index still ends at `block`. */
    hasHead: async (db: QueryExecutorProvider, { hash }: Pick<StoredBlock, 'hash'>) =>
      (await newest(db, 1))[0]?.hash === hash,

    /** Statements that add `blocks`: none or one. */
    insertion: (blocks: readonly StoredBlock[]): RawBuilder<unknown>[] => {
      if (blocks.length === 0) return []
      const rows = blocks.map(
        ({ number, hash, timestamp }) => sql`(${number}, ${toBytes(hash)}, ${timestamp})`,
      )
      return [sql`insert into ${table} (number, hash, timestamp) values ${sql.join(rows)}`]
    },

    deletionAbove: (number: number): RawBuilder<unknown> =>
      sql`delete from ${table} where number > ${number}`,

    /** Deletes the blocks that are no longer needed once the index ends at block `head`. */
    trim: (head: number): RawBuilder<unknown> =>
      sql`delete from ${table} where number < ${head - BLOCKS_KEPT}`,
  }
}
