import type { Epoch } from '@bullring/prediction/units'
import { toBytes } from '@bullring/server/db/bytes'
import type { ConnectionPool } from '@bullring/server/db/open-database'
import { databaseOf } from '@bullring/server/db/open-database'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../db/open-database.ts'
import type { GameTables } from '../db/schema.ts'
import type { WindowStarts } from '../market/windows.ts'
import type { MarketRows } from './apply-log.ts'
import { copyRows } from './copy-rows.ts'
import { IndexMovedError, OtherMarketError } from './errors.ts'
import type { IndexStep, MarketIdentity, StoredBlock } from './index-model.ts'
import { blockTable } from './index-model.ts'
import { insertRoundRows } from './insert-round-rows.ts'
import { insertOracleRounds, insertRows } from './insert-rows.ts'
import { keepPartitions } from './keep-partitions.ts'

const FACT_TABLES = [
  ...(['bets', 'claims', 'strikes', 'fee_changes', 'oracle_rounds'] as const),
  ...(['round_starts', 'round_locks', 'round_ends', 'round_rewards', 'timing_changes'] as const),
  ...(['oracle_changes'] as const),
]

/**
 * Empties the index and restarts it after block `base`.
 *
 * @throws {OtherMarketError} when the database holds another market.
 */
export function restartIndex(
  db: Database,
  identity: MarketIdentity,
  base: StoredBlock,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await claimDatabase(tx, identity)
    const tables = sql.join([...FACT_TABLES, 'blocks'].map((table) => sql.table(table)))
    await sql`truncate ${tables}`.execute(tx)
    await tx
      .updateTable('index_state')
      .set({ chain_block: null, at_head_at: null, audited_before: null })
      .execute()
    await blockTable.insert(tx, [base])
  })
}

/**
 * Ends the index at `base`, an old block of the chain, so that everything after it is read again.
 *
 * @throws {IndexMovedError} when the index does not end at `from`.
 */
export function rewindIndex(db: Database, from: StoredBlock, base: StoredBlock): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await requireHead(tx, from)
    // The rounds undone may be older than the kept blocks, so `standings` already counts them.
    await sql`select undo_standings(${base.number})`.execute(tx)
    await undoAbove(tx, base.number)
    await tx.deleteFrom('blocks').where('number', '=', base.number).execute()
    await blockTable.insert(tx, [base])
  })
}

/**
 * Applies a step with many rows, on a connection of `pool`.
 *
 * @throws {IndexMovedError} when the index is not where the step starts.
 */
export async function applyRange(pool: ConnectionPool, step: IndexStep): Promise<WindowStarts> {
  const client = await pool.connect()
  // Released at the end of its only transaction.
  const connect = () => Promise.resolve(client)
  const db = databaseOf<GameTables>({
    ...{ options: pool.options, connect, end: () => Promise.resolve() },
  })
  return await applyStep(db, step, (tx, rows) => copyRows(tx, client, rows))
}

/**
 * Applies one step.
 *
 * @returns The windows of the step that start where it says; others have moved by a part.
 * @throws {IndexMovedError} when the index is not where the step starts.
 */
export function applyStep(
  db: Database,
  step: IndexStep,
  addRows: (tx: Transaction<GameTables>, rows: MarketRows) => Promise<void> = insertRows,
): Promise<WindowStarts> {
  const newest = step.blocks.at(-1)?.number
  return db.transaction().execute(async (tx) => {
    await requireHead(tx, step.from)
    if (step.ancestor < step.from.number) await undoAbove(tx, step.ancestor)
    await blockTable.insert(tx, step.blocks)
    // Ids of two feeds may collide, and prices of the old one mean nothing any more.
    if (step.rows.oracleChanges.length > 0) await sql`truncate oracle_rounds`.execute(tx)
    await keepPartitions(tx, step.rows)
    await addRows(tx, step.rows)
    await insertRoundRows(tx, step.rows)
    await insertOracleRounds(tx, step.oracleRounds, newest ?? step.ancestor)
    if (isTrimDue(step.from.number, newest ?? 0)) await blockTable.trim(tx, newest ?? 0)
    return moveWindows(tx, step.windowStarts)
  })
}

async function moveWindows(
  tx: Transaction<GameTables>,
  starts: WindowStarts,
): Promise<WindowStarts> {
  const moved: [string, Epoch][] = []
  for (const [window, epoch] of Object.entries(starts)) {
    const { rows } = await sql<{ moved: boolean }>`
      select move_window(${window}, ${Number(epoch)}) as moved`.execute(tx)
    if (rows[0]?.moved === true) moved.push([window, epoch])
  }
  return Object.fromEntries(moved)
}

/** Blocks between two deletions of old ones: each is a statement, with triggers. */
const BLOCKS_PER_TRIM = 16

function isTrimDue(from: number, to: number): boolean {
  return Math.floor(to / BLOCKS_PER_TRIM) > Math.floor(from / BLOCKS_PER_TRIM)
}

/** Locks out other writers until the transaction ends. */
async function requireHead(tx: Transaction<GameTables>, block: StoredBlock): Promise<void> {
  const { rows } = await sql<{ locked: boolean | null }>`
    select lock_index(${toBytes(block.hash)}) as locked`.execute(tx)
  if (rows[0]?.locked !== true) throw new IndexMovedError()
}

/** Assigns the database to this market and locks out other writers until the transaction ends. */
async function claimDatabase(tx: Transaction<GameTables>, identity: MarketIdentity): Promise<void> {
  const market = {
    kind: identity.kind,
    chain_id: identity.chainId,
    prediction: toBytes(identity.prediction),
    genesis_hash: toBytes(identity.genesisHash),
    start_block: identity.startBlock,
    max_payout_multiple: identity.maxPayoutMultiple,
    dropped_before: 0,
  }
  const claimed = await tx
    .insertInto('market')
    .values(market)
    .onConflict((conflict) =>
      conflict
        .column('is_only')
        .doUpdateSet(market)
        .where('market.kind', '=', market.kind)
        .where('market.chain_id', '=', market.chain_id)
        .where('market.prediction', '=', market.prediction),
    )
    .returning('chain_id')
    .execute()
  if (claimed.length === 0) throw new OtherMarketError()
}

async function undoAbove(tx: Transaction<GameTables>, ancestor: number): Promise<void> {
  for (const table of FACT_TABLES) {
    await tx.deleteFrom(table).where('block_number', '>', ancestor).execute()
  }
  await blockTable.deleteAbove(tx, ancestor)
}
