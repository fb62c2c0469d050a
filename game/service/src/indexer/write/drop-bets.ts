import type { Epoch } from '@bullring/prediction/units'
import { sql } from 'kysely'
import type { Database } from '../../db/open-database.ts'

/** Readers of a partition hold it until their transaction ends; those that come later wait behind the drop. */
const LOCK_TIMEOUT = '500ms'

/**
 * Drops the partitions of bets and claims that hold only rounds before `epoch`. Sums of rounds and accounts remain.
 *
 * @returns How many were dropped.
 * @throws When readers or the writer hold the tables for longer than half a second: nothing is dropped then.
 */
export function dropBets(db: Database, epoch: Epoch): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(tx)
    await tx.selectFrom('market').select('chain_id').forUpdate().execute()
    const { rows } = await sql<{ dropped: number }>`
      select drop_partitions(${Number(epoch)}) as dropped`.execute(tx)
    return rows[0]?.dropped ?? 0
  })
}
