import { toBytes } from '@bullring/server/db/bytes'
import type { ConnectionPool } from '@bullring/server/db/open-database'
import { databaseOf } from '@bullring/server/db/open-database'
import { transactTogether } from '@bullring/server/db/transact-together'
import type { CompiledQuery, RawBuilder, Transaction } from 'kysely'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Database } from '../../db/open-database.ts'
import type { GameTables } from '../../db/schema.ts'
import type { WindowStarts } from '../../market/windows.ts'
import { BetsDroppedError, IndexMovedError, OtherMarketError } from '../errors.ts'
import type { IndexStep, MarketIdentity, StoredBlock } from '../index-model.ts'
import { blockTable } from '../index-model.ts'
import type { MarketRows } from '../read/apply-log.ts'
import { copyRows } from './copy-rows.ts'
import { oracleRoundInserts, roundRowInserts, rowInserts } from './insert-rows.ts'
import { partitionAdditions } from './keep-partitions.ts'

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
      .set({ chain_block: null, at_head_at: null, audited_before: null, first_paused_epoch: null })
      .execute()
    for (const insert of blockTable.insertion([base])) await insert.execute(tx)
  })
}

/**
 * Ends the index at `base`, an old block of the chain, so that everything after it is read again.
 *
 * @throws {IndexMovedError} when the index does not end at `from`.
 * @throws {BetsDroppedError}
 */
export function rewindIndex(db: Database, from: StoredBlock, base: StoredBlock): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await requireHead(tx, from)
    // The rounds undone may be older than the kept blocks, so `standings` already counts them.
    await sql`select undo_standings(${base.number})`.execute(tx).catch(throwAsDropped)
    await undoAbove(tx, base.number)
    await tx.deleteFrom('blocks').where('number', '=', base.number).execute()
    for (const insert of blockTable.insertion([base])) await insert.execute(tx)
  })
}

/** Code of an exception that a function of the database raises: `undo_standings` has one reason. */
const RAISED = 'P0001'

function throwAsDropped(cause: unknown): never {
  const isRaised = (cause as { code?: unknown } | null)?.code === RAISED
  throw isRaised ? new BetsDroppedError({ cause }) : cause
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
    options: pool.options,
    connect,
    end: () => Promise.resolve(),
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
  addRows: typeof insertAllRows = insertAllRows,
): Promise<WindowStarts> {
  return db.transaction().execute(async (tx) => {
    await requireHead(tx, step.from)
    for (const statement of beforeRows(tx, step)) await tx.executeQuery(statement)
    await addRows(tx, step.rows)
    for (const statement of afterRows(tx, step)) await tx.executeQuery(statement)
    const moves: unknown[][] = []
    for (const statement of windowMoves(tx, step)) {
      moves.push((await tx.executeQuery(statement)).rows)
    }
    return movedWindows(step, moves)
  })
}

/**
 * Applies one step like `applyStep`, on a connection of `writer`: with two round trips.
 *
 * @param writer - A pool that is pipelined.
 * @throws {IndexMovedError} when the index is not where the step starts.
 */
export async function applyTogether(
  db: Database,
  writer: ConnectionPool,
  step: IndexStep,
): Promise<WindowStarts> {
  const statements = [
    headLock(step.from).compile(db),
    ...beforeRows(db, step),
    ...rowInserts(step.rows).map((insert) => insert.compile(db)),
    ...afterRows(db, step),
  ]
  const moves = windowMoves(db, step)
  const results = await transactTogether(writer, [...statements, ...moves], requireLock)
  return movedWindows(step, results.slice(statements.length))
}

/** Returns the statements of a step that precede those of its bets, claims and strikes. */
function beforeRows(db: Database, { from, ancestor, blocks, rows }: IndexStep): CompiledQuery[] {
  const statements = [
    ...(ancestor < from.number ? deletionsAbove(ancestor) : []),
    ...blockTable.insertion(blocks),
    // Ids of two feeds may collide, and prices of the old one mean nothing any more.
    ...(rows.oracleChanges.length > 0 ? [sql`truncate oracle_rounds`] : []),
    ...partitionAdditions(rows),
  ]
  return statements.map((statement) => statement.compile(db))
}

async function insertAllRows(tx: Transaction<GameTables>, rows: MarketRows): Promise<void> {
  for (const insert of rowInserts(rows)) await insert.execute(tx)
}

/** @see beforeRows */
function afterRows(
  db: Database,
  { from, ancestor, blocks, rows, oracleRounds }: IndexStep,
): CompiledQuery[] {
  const newest = blocks.at(-1)?.number
  const statements = [
    ...oracleRoundInserts(oracleRounds, newest ?? ancestor),
    ...(isTrimDue(from.number, newest ?? 0) ? [blockTable.trim(newest ?? 0)] : []),
  ]
  return [...roundRowInserts(db, rows), ...statements.map((statement) => statement.compile(db))]
}

function windowMoves(db: Database, { windowStarts }: IndexStep): CompiledQuery[] {
  return Object.entries(windowStarts).map(([window, epoch]) =>
    sql`select move_window(${window}, ${Number(epoch)}) as moved`.compile(db),
  )
}

const WindowMoves = z.array(z.tuple([z.object({ moved: z.nullable(z.boolean()) })]))

/** @param moves - Rows of each statement of `windowMoves`. */
function movedWindows({ windowStarts }: IndexStep, moves: readonly unknown[]): WindowStarts {
  const results = WindowMoves.parse(moves)
  const isMoved = (index: number) => results[index]?.[0].moved === true
  return Object.fromEntries(Object.entries(windowStarts).filter((_, index) => isMoved(index)))
}

/** Blocks between two deletions of old ones: each is a statement, with triggers. */
const BLOCKS_PER_TRIM = 16

function isTrimDue(from: number, to: number): boolean {
  return Math.floor(to / BLOCKS_PER_TRIM) > Math.floor(from / BLOCKS_PER_TRIM)
}

/** Locks out other writers until the transaction ends. */
async function requireHead(tx: Transaction<GameTables>, block: StoredBlock): Promise<void> {
  const { rows } = await headLock(block).execute(tx)
  requireLock(rows)
}

function headLock(block: StoredBlock): RawBuilder<HeadLock> {
  return sql<HeadLock>`select lock_index(${toBytes(block.hash)}) as locked`
}

const HeadLock = z.object({ locked: z.nullable(z.boolean()) })
type HeadLock = z.output<typeof HeadLock>

function requireLock([row]: readonly unknown[]): void {
  if (HeadLock.parse(row).locked !== true) throw new IndexMovedError()
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
  for (const deletion of deletionsAbove(ancestor)) await deletion.execute(tx)
}

function deletionsAbove(ancestor: number): RawBuilder<unknown>[] {
  const facts = FACT_TABLES.map(
    (table) => sql`delete from ${sql.table(table)} where block_number > ${ancestor}`,
  )
  return [...facts, blockTable.deletionAbove(ancestor)]
}
