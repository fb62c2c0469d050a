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
  /** Null for an account without a wallet. */
  walletId: string | null
  /** Whether the device has proven that it knows the recovery share of the wallet. */
  isProven: boolean
}

/** Both codes must be entered within this time. */
const LIFETIME_SECONDS = 3_600

/** Stores a change, which replaces the device's earlier one. */
export async function startUpdate(
  db: Database,
  deviceId: string,
  { accountId, oldEmail, newEmail, walletId, isProven }: Omit<EmailUpdate, 'isOldConfirmed'>,
): Promise<void> {
  const row = {
    device_id: deviceId,
    account_id: accountId,
    old_email: oldEmail,
    new_email: newEmail,
    is_old_confirmed: oldEmail === null,
    wallet_id: walletId,
    is_proven: isProven,
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
      'wallet_id as walletId',
      'is_proven as isProven',
    ])
    .where('device_id', '=', deviceId)
    .where('expires_at', '>', DATABASE_TIME)
    .executeTakeFirst()
}

/** Records that the current address confirmed the change to `newEmail`. Returns false if the device has begun another. */
export async function confirmOldEmail(
  trx: Transaction<VaultTables>,
  deviceId: string,
  newEmail: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('email_updates')
    .set({ is_old_confirmed: true })
    .where('device_id', '=', deviceId)
    .where('new_email', '=', newEmail)
    .executeTakeFirst()
  return numUpdatedRows > 0n
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

/** Time for which a proven address may wait for custody's receipt: also after a change was undone. */
const CLAIM_SECONDS = 90 * 86_400

/** Remembers that an account has proven an address. It still logs in with the current one only. */
export async function storeClaim(db: Database, accountId: string, email: string): Promise<void> {
  const expires_at = sql<number>`${DATABASE_TIME} + ${CLAIM_SECONDS}::int8`
  await db
    .insertInto('email_claims')
    .values({ account_id: accountId, email, expires_at })
    .onConflict((conflict) => conflict.columns(['account_id', 'email']).doUpdateSet({ expires_at }))
    .execute()
}

/** Uses up the proof of an address. Returns whether there was one. */
export async function takeClaim(db: Database, accountId: string, email: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('email_claims')
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .where('expires_at', '>', DATABASE_TIME)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes what devices have not finished in time. */
export async function deleteExpiredUpdates(db: Database): Promise<void> {
  for (const table of ['email_updates', 'email_claims'] as const) {
    await db.deleteFrom(table).where('expires_at', '<=', DATABASE_TIME).execute()
  }
}

/** Returns the account of an address, or null. */
export async function findAccount(db: Database, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('identities')
    .select('account_id')
    .where('provider', '=', 'email')
    .where('subject', '=', email)
    .executeTakeFirst()
  return row?.account_id ?? null
}

/** Lets an account log in with an address in place of `oldEmail`. Both accounts must be locked. */
export async function replaceEmail(
  trx: Transaction<VaultTables>,
  { accountId, oldEmail, email }: { accountId: string; oldEmail: string | null; email: string },
): Promise<void> {
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
  if (oldEmail === null) return
  await trx
    .deleteFrom('identities')
    .where('provider', '=', 'email')
    .where('subject', '=', oldEmail)
    .execute()
}

/** Takes the address with which an account logs in, and ends the logins with it. */
export async function removeEmail(trx: Transaction<VaultTables>, accountId: string): Promise<void> {
  for (const table of ['logins', 'identities'] as const) {
    await trx
      .deleteFrom(table)
      .where('account_id', '=', accountId)
      .where('provider', '=', 'email')
      .execute()
  }
}

/** Ends the logins of an account on other devices, and renews the one of this device under the new address. */
export async function keepLogin(
  trx: Transaction<VaultTables>,
  { accountId, deviceId, email }: { accountId: string; deviceId: string; email: string },
): Promise<void> {
  await trx
    .deleteFrom('logins')
    .where('account_id', '=', accountId)
    .where('device_id', '!=', deviceId)
    .execute()
  await trx
    .updateTable('logins')
    .set({ account_id: accountId, provider: 'email', subject: email })
    .where('device_id', '=', deviceId)
    .execute()
}
