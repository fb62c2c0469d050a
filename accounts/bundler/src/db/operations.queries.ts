import { toAddress, toBytes, toHex } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import type { Database } from './database.ts'

/** An operation of the journal that has not ended. */
export type OpenOperation = {
  hash: Hex
  sender: Address
  nonce: bigint
  operation: string
  gas: bigint
  maxGasPrice: bigint
  budgets: readonly string[]
  budgetDay: number
  reserved: bigint
}

/** An operation that has a transaction. */
export type SentOperation = OpenOperation & { relayerNonce: number }

const COLUMNS = [
  'hash',
  'sender',
  'nonce',
  'operation',
  'gas',
  'max_gas_price',
  'budgets',
  'budget_day',
  'reserved',
] as const

/** Id of the session of a call; null for a user operation. */
type OfSession = { session: Hex | null }

/** Stores a new operation. Returns false when it is stored already, or another one with its nonce. */
export async function insertOperation(
  db: Database,
  given: OpenOperation & OfSession & { userId: string; nowS: number },
): Promise<boolean> {
  const added = await db
    .insertInto('operations')
    .values({
      hash: toBytes(given.hash),
      sender: toBytes(given.sender),
      session: given.session && toBytes(given.session),
      nonce: given.nonce,
      user_id: given.userId,
      operation: given.operation,
      state: 'accepted',
      gas: given.gas,
      max_gas_price: given.maxGasPrice,
      budgets: [...given.budgets],
      budget_day: given.budgetDay,
      reserved: given.reserved,
      relayer_nonce: null,
      transaction_hash: null,
      is_success: null,
      error: null,
      created_at: given.nowS,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}

/**
 * Lets a failed operation wait for a transaction again, with its new signature, which the hash does not cover. Returns
 * false when it has not failed.
 */
export async function reviveOperation(
  db: Database,
  given: OpenOperation & OfSession,
): Promise<boolean> {
  const revived = await db
    .updateTable('operations')
    .set({
      state: 'accepted',
      operation: given.operation,
      gas: given.gas,
      max_gas_price: given.maxGasPrice,
      budgets: [...given.budgets],
      budget_day: given.budgetDay,
      reserved: given.reserved,
      relayer_nonce: null,
      error: null,
    })
    .where('hash', '=', toBytes(given.hash))
    .where('state', '=', 'failed')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('operations as other')
            .select('other.hash')
            .where('other.sender', '=', toBytes(given.sender))
            .where('other.session', 'is not distinct from', given.session && toBytes(given.session))
            .where('other.nonce', '=', given.nonce)
            .where('other.state', '!=', 'failed'),
        ),
      ),
    )
    .executeTakeFirst()
  return revived.numUpdatedRows === 1n
}

/** Finds an operation's state. Returns null for an unknown one. */
export async function findOperation(db: Database, hash: Hex) {
  const row = await db
    .selectFrom('operations')
    .select(['state', 'operation', 'transaction_hash', 'error'])
    .where('hash', '=', toBytes(hash))
    .executeTakeFirst()
  if (row === undefined) return null
  const { state, operation, transaction_hash, error } = row
  return { state, operation, error, transaction: transaction_hash && toHex(transaction_hash) }
}

/** Lists operations without a transaction, oldest first. */
export async function listAccepted(db: Database, limit: number): Promise<readonly OpenOperation[]> {
  const rows = await db
    .selectFrom('operations')
    .select(COLUMNS)
    .where('state', '=', 'accepted')
    .orderBy('created_at')
    .orderBy('hash')
    .limit(limit)
    .execute()
  return rows.map(toOpen)
}

/** Lists operations whose transaction is not settled, by nonce. */
export async function listSent(db: Database): Promise<readonly SentOperation[]> {
  const rows = await db
    .selectFrom('operations')
    .select([...COLUMNS, 'relayer_nonce'])
    .where('state', '=', 'sent')
    .orderBy('relayer_nonce')
    .execute()
  return rows.flatMap(({ relayer_nonce, ...row }) =>
    relayer_nonce === null ? [] : [{ ...toOpen(row), relayerNonce: relayer_nonce }],
  )
}

/** Outcome of an operation. */
export type OperationEnd =
  | { state: 'included'; transaction: Hex; isSuccess: boolean }
  | { state: 'failed'; error: string }

/** State of an operation that has not ended. */
export type OpenState = 'accepted' | 'sent'

/**
 * Locks those of the operations that are in one of these states, in the same order in every process, and returns their
 * hashes.
 */
export async function lockOperations(
  trx: Database,
  hashes: readonly Hex[],
  states: readonly OpenState[],
): Promise<ReadonlySet<Hex>> {
  const rows = await trx
    .selectFrom('operations')
    .select('hash')
    .where('hash', 'in', hashes.map(toBytes))
    .where('state', 'in', states)
    .orderBy('hash')
    .forUpdate()
    .execute()
  return new Set(rows.map(({ hash }) => toHex(hash)))
}

/** Ends operations that are locked and open. */
export async function endOperations(
  trx: Database,
  ends: readonly { hash: Hex; end: OperationEnd }[],
): Promise<void> {
  if (ends.length === 0) return
  const rows = ends.map(({ hash, end }) => {
    const isIncluded = end.state === 'included'
    return {
      hash: toBytes(hash),
      state: end.state,
      transaction: isIncluded ? toBytes(end.transaction) : null,
      isSuccess: isIncluded ? end.isSuccess : null,
      error: isIncluded ? null : end.error.replaceAll('\0', '').slice(0, 500),
    }
  })
  await sql`
    update operations o set state = e.state, transaction_hash = e.transaction_hash, is_success = e.is_success, error = e.error
    from unnest(${rows.map(({ hash }) => hash)}::bytea[], ${rows.map(({ state }) => state)}::text[],
      ${rows.map(({ transaction }) => transaction)}::bytea[], ${rows.map(({ isSuccess }) => isSuccess)}::bool[],
      ${rows.map(({ error }) => error)}::text[]) as e (hash, state, transaction_hash, is_success, error)
    where o.hash = e.hash`.execute(trx)
}

function toOpen(row: {
  hash: Buffer
  sender: Buffer
  nonce: bigint
  operation: string
  gas: bigint
  max_gas_price: bigint
  budgets: string[]
  budget_day: number
  reserved: bigint
}): OpenOperation {
  return {
    hash: toHex(row.hash),
    sender: toAddress(row.sender),
    nonce: row.nonce,
    operation: row.operation,
    gas: row.gas,
    maxGasPrice: row.max_gas_price,
    budgets: row.budgets,
    budgetDay: row.budget_day,
    reserved: row.reserved,
  }
}
