import { toBytes, toHex } from '@bullring/server/db/bytes'
import type { Transaction } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../db/database.ts'
import type { WalletTables } from '../db/schema.ts'
import type { Position, SessionEvent } from './session-events.ts'

/** Events per account, the newest ones: anyone may grant and revoke any number for an account they own. */
const MAX_EVENTS = 500

/** A statement may have 65,535 parameters, and a row has 6. */
const ROWS_PER_INSERT = 2_000

/** Returns the block up to which the events are stored; null before the first. */
export async function findPosition(db: Database): Promise<Position | null> {
  const row = await db.selectFrom('session_log').selectAll().executeTakeFirst()
  return row ? { number: row.read_to, hash: toHex(row.hash) } : null
}

/** Stores the events that follow `from`, unless another process has done so. */
export async function storeEvents(
  db: Database,
  from: Position | null,
  { events, last }: { events: readonly SessionEvent[]; last: Position },
): Promise<void> {
  const position = { read_to: last.number, hash: toBytes(last.hash) }
  await db.transaction().execute(async (tx) => {
    const moved = from === null ? insertPosition(tx, position) : updatePosition(tx, from, position)
    if ((await moved) === undefined) return
    for (let start = 0; start < events.length; start += ROWS_PER_INSERT) {
      const chunk = events.slice(start, start + ROWS_PER_INSERT).map(toRow)
      await tx.insertInto('session_events').values(chunk).execute()
    }
  })
}

type PositionRow = WalletTables['session_log']

function insertPosition(tx: Transaction<WalletTables>, position: Omit<PositionRow, 'is_only'>) {
  const insertion = tx.insertInto('session_log').values(position)
  return insertion
    .onConflict((conflict) => conflict.doNothing())
    .returning('read_to')
    .executeTakeFirst()
}

function updatePosition(
  tx: Transaction<WalletTables>,
  from: Position,
  position: Omit<PositionRow, 'is_only'>,
) {
  return tx
    .updateTable('session_log')
    .set(position)
    .where('hash', '=', toBytes(from.hash))
    .returning('read_to')
    .executeTakeFirst()
}

function toRow({ blockNumber, logIndex, account, session, limits, minedAt }: SessionEvent) {
  return {
    block_number: blockNumber,
    log_index: logIndex,
    account: toBytes(account),
    session: toBytes(session),
    limits: limits && toBytes(limits),
    mined_at: minedAt,
  }
}

/** Forgets all events: the chain is another one, or has replaced blocks that were final. */
export async function forgetEvents(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('session_log').execute()
    await tx.deleteFrom('session_events').execute()
  })
}

/** Lists the events of an account up to a block, newest first. */
export async function listEvents(
  db: Database,
  account: Address,
  to: number,
): Promise<SessionEvent[]> {
  const rows = await db
    .selectFrom('session_events')
    .selectAll()
    .where('account', '=', toBytes(account))
    .where('block_number', '<=', to)
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .limit(MAX_EVENTS)
    .execute()
  return rows.map((row) => ({
    blockNumber: row.block_number,
    logIndex: row.log_index,
    account,
    session: toHex(row.session),
    limits: row.limits && toHex(row.limits),
    minedAt: row.mined_at,
  }))
}
