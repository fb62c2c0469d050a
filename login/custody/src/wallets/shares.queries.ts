import type { EncryptedRecord } from '@bullring/login-server/envelope/envelope'
import type { Database } from '../db/database.ts'

/** Converts an encrypted record to its columns. */
export function toColumns({ kekId, wrappedKey, ciphertext }: EncryptedRecord) {
  return { kek_id: kekId, wrapped_key: wrappedKey, ciphertext }
}

/** Converts the columns of an encrypted record. */
export function toRecord(row: ReturnType<typeof toColumns>): EncryptedRecord {
  return { kekId: row.kek_id, wrappedKey: row.wrapped_key, ciphertext: row.ciphertext }
}

/** Stores the auth share of a device, in place of an earlier one. */
export async function putAuthShare(
  db: Database,
  share: { walletId: string; deviceId: string; record: EncryptedRecord },
  nowS: number,
): Promise<void> {
  const columns = { ...toColumns(share.record), created_at: nowS }
  await db
    .insertInto('auth_shares')
    .values({ wallet_id: share.walletId, device_id: share.deviceId, ...columns })
    .onConflict((conflict) => conflict.columns(['wallet_id', 'device_id']).doUpdateSet(columns))
    .execute()
}

export async function findAuthShare(
  db: Database,
  walletId: string,
  deviceId: string,
): Promise<EncryptedRecord | null> {
  const row = await db
    .selectFrom('auth_shares')
    .select(['kek_id', 'wrapped_key', 'ciphertext'])
    .where('wallet_id', '=', walletId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row === undefined ? null : toRecord(row)
}

export async function findRecoveryShare(
  db: Database,
  walletId: string,
): Promise<EncryptedRecord | null> {
  const row = await db
    .selectFrom('recovery_shares')
    .select(['kek_id', 'wrapped_key', 'ciphertext'])
    .where('wallet_id', '=', walletId)
    .executeTakeFirst()
  return row === undefined ? null : toRecord(row)
}
