import { toBytes, toHex } from '@bullring/server/db/bytes'
import { sql, type Transaction } from 'kysely'
import type { Hex } from 'viem'
import type { Database } from './database.ts'
import type { BundlerTables } from './schema.ts'

/** A signed transaction of the relayer. */
export type RelayerTransaction = {
  hash: Hex
  nonce: number
  gasPrice: bigint
  raw: Hex
  signedAt: number
  /** Whether it only uses up the nonce, in place of the operation. */
  isCancellation: boolean
}

/** Serializes the choice of the relayer's nonces, in every process, until the end of the transaction. */
export async function lockRelayer(trx: Transaction<BundlerTables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('relayer', 0))`.execute(trx)
}

/** Returns the nonce after the highest one that was ever used; 0 at first. */
export async function nextNonce(db: Database): Promise<number> {
  const { last } = await db
    .selectFrom('transactions')
    .select(({ fn }) => fn.max('relayer_nonce').as('last'))
    .executeTakeFirstOrThrow()
  return last === null ? 0 : Number(last) + 1
}

/** Returns the signed transaction with the highest nonce, or null for none. */
export async function findLastTransaction(db: Database): Promise<Hex | null> {
  const last = await db
    .selectFrom('transactions')
    .select('raw')
    .orderBy('relayer_nonce', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last === undefined ? null : toHex(last.raw)
}

/** Stores a transaction, before it is broadcast. */
export async function insertTransaction(
  db: Database,
  operationHash: Hex,
  { hash, nonce, gasPrice, raw, signedAt, isCancellation }: RelayerTransaction,
): Promise<void> {
  await db
    .insertInto('transactions')
    .values({
      hash: toBytes(hash),
      operation_hash: toBytes(operationHash),
      relayer_nonce: nonce,
      gas_price: gasPrice,
      raw: toBytes(raw),
      signed_at: signedAt,
      is_cancellation: isCancellation,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Notes the nonce of an accepted operation. Returns false when it is no longer waiting. */
export async function markSent(db: Database, operationHash: Hex, nonce: number): Promise<boolean> {
  const marked = await db
    .updateTable('operations')
    .set({ state: 'sent', relayer_nonce: nonce })
    .where('hash', '=', toBytes(operationHash))
    .where('state', '=', 'accepted')
    .executeTakeFirst()
  return marked.numUpdatedRows === 1n
}

/** Returns an operation to the queue: another transaction has used its nonce. */
export async function requeue(db: Database, operationHash: Hex): Promise<void> {
  await db
    .updateTable('operations')
    .set({ state: 'accepted', relayer_nonce: null })
    .where('hash', '=', toBytes(operationHash))
    .where('state', '=', 'sent')
    .execute()
}

/**
 * Lists the best paying transaction of each nonce from `nonce` on whose operation has ended, by nonce. Leaves out
 * cancellations if the operation was included with their nonce.
 */
export async function listSettledFrom(db: Database, nonce: number): Promise<readonly Hex[]> {
  const rows = await db
    .selectFrom('transactions as t')
    .innerJoin('operations as o', 'o.hash', 't.operation_hash')
    .select('t.raw')
    .distinctOn('t.relayer_nonce')
    .where('t.relayer_nonce', '>=', nonce)
    .where('o.state', 'in', ['included', 'failed'])
    .where(({ or, eb, ref }) =>
      or([
        eb('t.is_cancellation', '=', false),
        eb('o.state', '=', 'failed'),
        eb('t.relayer_nonce', '!=', ref('o.relayer_nonce')),
      ]),
    )
    .orderBy('t.relayer_nonce')
    .orderBy('t.gas_price', 'desc')
    .execute()
  return rows.map(({ raw }) => toHex(raw))
}

/** Lists the transactions of an operation with a nonce, the last one first. */
export async function listTransactions(
  db: Database,
  operationHash: Hex,
  nonce: number,
): Promise<readonly RelayerTransaction[]> {
  const rows = await db
    .selectFrom('transactions')
    .selectAll()
    .where('operation_hash', '=', toBytes(operationHash))
    .where('relayer_nonce', '=', nonce)
    .orderBy('gas_price', 'desc')
    .execute()
  return rows.map(({ hash, relayer_nonce, gas_price, raw, signed_at, is_cancellation }) => ({
    hash: toHex(hash),
    nonce: relayer_nonce,
    gasPrice: gas_price,
    raw: toHex(raw),
    signedAt: signed_at,
    isCancellation: is_cancellation,
  }))
}
