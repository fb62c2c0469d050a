import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { DATABASE_TIME } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import type { VaultTables } from '../db/schema.ts'

/** A change of address that a device has begun. */
export type EmailUpdate = {
  accountId: string
  /** Null for an account without an address to log in with. */
  oldEmail: string | null
  newEmail: string
  isOldConfirmed: boolean
}

/** Both codes must be entered within this time. */
const LIFETIME_SECONDS = 3_600

/** Stores a change, which replaces the device's earlier one. */
export async function startUpdate(
  db: Database,
  deviceId: string,
  { accountId, oldEmail, newEmail }: EmailUpdate,
): Promise<void> {
  const row = {
    device_id: deviceId,
    account_id: accountId,
    old_email: oldEmail,
    new_email: newEmail,
    is_old_confirmed: oldEmail === null,
    expires_at: sql<number>`${DATABASE_TIME} + ${LIFETIME_SECONDS}::int8`,
  }
  await db.deleteFrom('email_updates').where('expires_at', '<=', DATABASE_TIME).execute()
  await db
    .insertInto('email_updates')
    .values(row)
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(row))
    .execute()
}

/** Returns the change that a device has begun. */
export async function findUpdate(db: Database, deviceId: string): Promise<EmailUpdate | undefined> {
  return await db
    .selectFrom('email_updates')
    .select([
      'account_id as accountId',
      'old_email as oldEmail',
      'new_email as newEmail',
      'is_old_confirmed as isOldConfirmed',
    ])
    .where('device_id', '=', deviceId)
    .where('expires_at', '>', DATABASE_TIME)
    .executeTakeFirst()
}

/** Records that the current address confirmed the change. */
export async function confirmOldEmail(
  trx: Transaction<VaultTables>,
  deviceId: string,
): Promise<void> {
  await trx
    .updateTable('email_updates')
    .set({ is_old_confirmed: true })
    .where('device_id', '=', deviceId)
    .execute()
}

/** Returns the address with which an account logs in, or null. */
export async function findEmail(db: Database, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('identities')
    .select('subject')
    .where('account_id', '=', accountId)
    .where('provider', '=', 'email')
    .orderBy('linked_at', 'desc')
    .executeTakeFirst()
  return row?.subject ?? null
}

/**
 * Lets an account log in with an address, besides its earlier ones: until custody has changed the address too, the wallet is
 * found by the earlier one.
 *
 * @returns False when the address has a wallet of another account.
 */
export async function linkEmail(
  trx: Transaction<VaultTables>,
  accountId: string,
  email: string,
): Promise<boolean> {
  const owner = await trx
    .selectFrom('identities')
    .select('account_id')
    .where('provider', '=', 'email')
    .where('subject', '=', email)
    .forUpdate()
    .executeTakeFirst()
  if (owner !== undefined && owner.account_id !== accountId) {
    if (await hasShares(trx, owner.account_id)) return false
  }
  const row = {
    provider: 'email' as const,
    subject: email,
    account_id: accountId,
    email,
    name: null,
    linked_at: DATABASE_TIME,
  }
  await trx
    .insertInto('identities')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doUpdateSet(row))
    .execute()
  return true
}

async function hasShares(db: Database, accountId: string): Promise<boolean> {
  const share = await db
    .selectFrom('recovery_shares')
    .select('wallet_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return share !== undefined
}
