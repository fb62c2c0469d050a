import type { Transaction } from 'kysely'
import { DATABASE_TIME } from './clock.ts'
import type { Database } from './database.ts'
import type { VaultTables } from './schema.ts'

/** A passkey of a wallet, and the share as it opens it. */
export type StoredPasskey = {
  credentialId: string
  label: string
  salt: Buffer
  encryptedShare: Buffer
  createdAt: number
}

/** Returns the passkeys of a wallet, the oldest first. */
export async function findPasskeys(db: Database, walletId: string): Promise<StoredPasskey[]> {
  return await db
    .selectFrom('passkeys')
    .select(['credential_id as credentialId', 'label', 'salt'])
    .select(['encrypted_share as encryptedShare', 'created_at as createdAt'])
    .where('wallet_id', '=', walletId)
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute()
}

/** Stores a passkey. Returns whether it is new. */
export async function insertPasskey(
  trx: Transaction<VaultTables>,
  walletId: string,
  { credentialId, label, salt, encryptedShare }: Omit<StoredPasskey, 'createdAt'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('passkeys')
    .values({
      credential_id: credentialId,
      wallet_id: walletId,
      label,
      salt,
      encrypted_share: encryptedShare,
      created_at: DATABASE_TIME,
    })
    .onConflict((conflict) => conflict.columns(['wallet_id', 'credential_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes a passkey. */
export async function deletePasskey(
  trx: Transaction<VaultTables>,
  walletId: string,
  credentialId: string,
): Promise<void> {
  await trx
    .deleteFrom('passkeys')
    .where('wallet_id', '=', walletId)
    .where('credential_id', '=', credentialId)
    .execute()
}

/** Restores the earlier passkeys of a wallet. */
export async function replacePasskeys(
  trx: Transaction<VaultTables>,
  walletId: string,
  passkeys: readonly StoredPasskey[],
): Promise<void> {
  await trx.deleteFrom('passkeys').where('wallet_id', '=', walletId).execute()
  if (passkeys.length === 0) return
  const rows = passkeys.map(({ credentialId, label, salt, encryptedShare, createdAt }) => ({
    credential_id: credentialId,
    wallet_id: walletId,
    label,
    salt,
    encrypted_share: encryptedShare,
    created_at: createdAt,
  }))
  await trx.insertInto('passkeys').values(rows).execute()
}
