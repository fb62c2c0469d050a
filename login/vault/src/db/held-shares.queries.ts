import { sql, type Transaction } from 'kysely'
import { DATABASE_TIME } from './clock.ts'
import type { Database } from './database.ts'
import type { VaultTables } from './schema.ts'

/**
 * Time for which a plain share is kept after a passkey has replaced it. It is not handed out: only undoing a change of the
 * passkeys or of the address brings it back. Longer than changes can be undone, so that the owner has a day to log in.
 */
const HELD_SECONDS = 4 * 86_400

/** Lets only a passkey open the recovery of a wallet from now on, and holds its plain share. */
export async function holdPlainShare(
  trx: Transaction<VaultTables>,
  walletId: string,
  proofHash: Buffer,
): Promise<void> {
  await trx.deleteFrom('held_shares').where('wallet_id', '=', walletId).execute()
  await sql`insert into held_shares (wallet_id, kek_id, wrapped_key, ciphertext, held_at)
    select wallet_id, kek_id, wrapped_key, ciphertext, ${DATABASE_TIME} from recovery_shares
    where wallet_id = ${walletId} and ciphertext is not null`.execute(trx)
  await trx
    .updateTable('recovery_shares')
    .set({ kek_id: null, wrapped_key: null, ciphertext: null, proof_hash: proofHash })
    .where('wallet_id', '=', walletId)
    .execute()
}

/**
 * Undoes {@link holdPlainShare} and removes the wallet's passkeys.
 *
 * @returns Whether there was a share to restore.
 */
export async function restoreHeldShare(
  trx: Transaction<VaultTables>,
  walletId: string,
): Promise<boolean> {
  const row = await trx
    .deleteFrom('held_shares')
    .where('wallet_id', '=', walletId)
    .returning(['kek_id', 'wrapped_key', 'ciphertext'])
    .executeTakeFirst()
  if (row === undefined) return false
  await trx
    .updateTable('recovery_shares')
    .set({ ...row, proof_hash: null })
    .where('wallet_id', '=', walletId)
    .execute()
  await trx.deleteFrom('passkeys').where('wallet_id', '=', walletId).execute()
  return true
}

/** Deletes held shares that nothing can bring back any more: from then on, the service cannot open these wallets. */
export async function deleteHeldShares(db: Database): Promise<void> {
  await db
    .deleteFrom('held_shares')
    .where('held_at', '<=', sql<number>`${DATABASE_TIME} - ${HELD_SECONDS}::int8`)
    .execute()
}
