import type { EncryptedRecord } from '@bullring/server/envelope/envelope'
import type { WrappedKey } from '@bullring/server/envelope/key-provider'
import type { Transaction } from 'kysely'
import { DATABASE_TIME } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import type { VaultTables } from '../db/schema.ts'

/** An encrypted share as it is stored. */
export type StoredShare = EncryptedRecord & { walletId: string; accountId: string }

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

/** Returns the share of a wallet. */
export async function findShare(db: Database, walletId: string): Promise<StoredShare | undefined> {
  return await selectShares(db).where('wallet_id', '=', walletId).executeTakeFirst()
}

/** Returns shares whose key is wrapped by another key than `kekId`, in the order of their wallets' ids. */
export async function findOutdatedShares(
  db: Database,
  kekId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<StoredShare[]> {
  const outdated = selectShares(db).where('kek_id', '<>', kekId)
  const page = after === null ? outdated : outdated.where('wallet_id', '>', after)
  return await page.orderBy('wallet_id').limit(limit).execute()
}

/** Replaces the wrapped key of a share. */
export async function storeWrappedKey(
  db: Database,
  walletId: string,
  { kekId, wrappedKey }: WrappedKey,
): Promise<void> {
  await db
    .updateTable('recovery_shares')
    .set({ kek_id: kekId, wrapped_key: wrappedKey })
    .where('wallet_id', '=', walletId)
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
    .select([
      'wallet_id as walletId',
      'account_id as accountId',
      'kek_id as kekId',
      'wrapped_key as wrappedKey',
      'ciphertext',
    ])
}
