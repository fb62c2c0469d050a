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

/** A transaction and the operation that it is for. */
export type OwnTransaction = { operationHash: Hex; transaction: RelayerTransaction }

/** Stores transactions, before they are broadcast. */
export async function insertTransactions(
  db: Database,
  transactions: readonly OwnTransaction[],
): Promise<void> {
  if (transactions.length === 0) return
  await db
    .insertInto('transactions')
    .values(
      transactions.map(({ operationHash, transaction }) => ({
        hash: toBytes(transaction.hash),
        operation_hash: toBytes(operationHash),
        relayer_nonce: transaction.nonce,
        gas_price: transaction.gasPrice,
        raw: toBytes(transaction.raw),
        signed_at: transaction.signedAt,
        is_cancellation: transaction.isCancellation,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Notes the nonces of operations that are locked and accepted. */
export async function markSent(
  trx: Database,
  transactions: readonly OwnTransaction[],
): Promise<void> {
  const hashes = transactions.map(({ operationHash }) => toBytes(operationHash))
  const nonces = transactions.map(({ transaction }) => transaction.nonce)
  await sql`
    update operations o set state = 'sent', relayer_nonce = s.nonce
    from unnest(${hashes}::bytea[], ${nonces}::int8[]) as s (hash, nonce)
    where o.hash = s.hash`.execute(trx)
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

/** Lists the transactions of sent operations, with the nonce that each has now, the last one of an operation first. */
export async function listTransactions(
  db: Database,
  operations: readonly { hash: Hex; relayerNonce: number }[],
): Promise<ReadonlyMap<Hex, readonly RelayerTransaction[]>> {
  const nonces = new Map(operations.map(({ hash, relayerNonce }) => [hash, relayerNonce]))
  if (nonces.size === 0) return new Map()
  const rows = await db
    .selectFrom('transactions')
    .selectAll()
    .where('operation_hash', 'in', [...nonces.keys()].map(toBytes))
    .orderBy('gas_price', 'desc')
    .execute()
  const current = rows.filter(
    ({ operation_hash, relayer_nonce }) => nonces.get(toHex(operation_hash)) === relayer_nonce,
  )
  const groups = Map.groupBy(current, ({ operation_hash }) => toHex(operation_hash))
  return new Map([...groups].map(([hash, group]) => [hash, group.map(toTransaction)]))
}

function toTransaction(row: {
  hash: Buffer
  relayer_nonce: number
  gas_price: bigint
  raw: Buffer
  signed_at: number
  is_cancellation: boolean
}): RelayerTransaction {
  return {
    hash: toHex(row.hash),
    nonce: row.relayer_nonce,
    gasPrice: row.gas_price,
    raw: toHex(row.raw),
    signedAt: row.signed_at,
    isCancellation: row.is_cancellation,
  }
}
