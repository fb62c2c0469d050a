import type { EncryptedRecord } from '@bullring/login-server/envelope/envelope'
import type { WrappedKey } from '@bullring/login-server/envelope/key-provider'
import { sql, type Transaction } from 'kysely'
import { DATABASE_TIME } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import type { RecoveryShareRow, VaultTables } from '../db/schema.ts'

/** An encrypted share as it is stored. */
export type StoredShare = EncryptedRecord & { walletId: string; accountId: string }

/** The recovery of a wallet: by its share, or by a passkey. */
export type StoredRecovery = { walletId: string; accountId: string } & (
  | { share: StoredShare; proofHash: null }
  | { share: null; proofHash: Buffer }
)

/** Stores a share unless the wallet has one. */
export async function insertShare(
  trx: Transaction<VaultTables>,
  { walletId, accountId, kekId, wrappedKey, ciphertext }: StoredShare,
): Promise<void> {
  await trx
    .insertInto('recovery_shares')
    .values({
      wallet_id: walletId,
      account_id: accountId,
      kek_id: kekId,
      wrapped_key: wrappedKey,
      ciphertext,
      created_at: DATABASE_TIME,
    })
    .onConflict((conflict) => conflict.column('wallet_id').doNothing())
    .execute()
}

/** Returns how a wallet is recovered. */
export async function findRecovery(
  db: Database,
  walletId: string,
): Promise<StoredRecovery | undefined> {
  const row = await selectShares(db).where('wallet_id', '=', walletId).executeTakeFirst()
  return row && toRecovery(row)
}

/** Returns how a wallet is recovered, and locks its row until the transaction ends. */
export async function lockRecovery(
  trx: Transaction<VaultTables>,
  walletId: string,
): Promise<StoredRecovery | undefined> {
  const row = await selectShares(trx)
    .where('wallet_id', '=', walletId)
    .forUpdate()
    .executeTakeFirst()
  return row && toRecovery(row)
}

/** Stores the share again, after the last passkey. */
export async function restorePlainShare(
  trx: Transaction<VaultTables>,
  walletId: string,
  { kekId, wrappedKey, ciphertext }: EncryptedRecord,
): Promise<void> {
  await trx
    .updateTable('recovery_shares')
    .set({ kek_id: kekId, wrapped_key: wrappedKey, ciphertext, proof_hash: null })
    .where('wallet_id', '=', walletId)
    .execute()
  await trx.deleteFrom('held_shares').where('wallet_id', '=', walletId).execute()
}

/** A share whose key is wrapped by an earlier key-encryption key. */
export type OutdatedShare = WrappedKey & { walletId: string; accountId: string }

type ShareTable = 'recovery_shares' | 'held_shares'

/** Returns shares whose key is wrapped by another key than `kekId`, in the order of their wallets' ids. */
export async function findOutdatedShares(
  db: Database,
  table: ShareTable,
  { kekId, after, limit }: { kekId: string; after: OutdatedShare | null; limit: number },
): Promise<OutdatedShare[]> {
  const last = after?.walletId ?? null
  const { rows } = await sql<OutdatedShare>`
    select s.wallet_id as "walletId", r.account_id as "accountId", s.kek_id as "kekId", s.wrapped_key as "wrappedKey"
    from ${sql.table(table)} s join recovery_shares r using (wallet_id)
    where s.kek_id <> ${kekId} and (${last}::uuid is null or s.wallet_id > ${last}::uuid)
    order by s.wallet_id limit ${limit}`.execute(db)
  return rows
}

/** Replaces the wrapped key of a share. */
export async function storeWrappedKey(
  db: Database,
  { table, walletId, wrappedKey: read }: OutdatedShare & { table: ShareTable },
  { kekId, wrappedKey }: WrappedKey,
): Promise<void> {
  await db
    .updateTable(table)
    .set({ kek_id: kekId, wrapped_key: wrappedKey })
    .where('wallet_id', '=', walletId)
    // Another share may have taken its place since it was read.
    .where('wrapped_key', '=', read)
    .execute()
}

/** Records that a share is handed out, before it is. */
export async function logRelease(
  trx: Transaction<VaultTables>,
  release: { walletId: string; deviceId: string; ip: string },
): Promise<void> {
  const { walletId: wallet_id, deviceId: device_id, ip } = release
  await trx
    .insertInto('release_log')
    .values({ wallet_id, device_id, ip, at: DATABASE_TIME })
    .execute()
}

function selectShares(db: Database) {
  return db
    .selectFrom('recovery_shares')
    .select(['wallet_id', 'account_id', 'kek_id', 'wrapped_key', 'ciphertext', 'proof_hash'])
}

type ShareColumns = Omit<RecoveryShareRow, 'created_at'>

function toRecovery(row: ShareColumns): StoredRecovery {
  const { kek_id: kekId, wrapped_key: wrappedKey, ciphertext, proof_hash: proofHash } = row
  const wallet = { walletId: row.wallet_id, accountId: row.account_id }
  if (proofHash !== null) return { ...wallet, share: null, proofHash }
  if (kekId === null || wrappedKey === null || ciphertext === null) {
    throw new TypeError('a recovery without share and passkey')
  }
  return { ...wallet, share: { ...wallet, kekId, wrappedKey, ciphertext }, proofHash: null }
}
