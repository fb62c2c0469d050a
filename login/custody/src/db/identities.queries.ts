import type { Identity } from '@bullring/login-api/identity'
import type { Transaction } from 'kysely'
import type { Database } from './database.ts'
import type { CustodyTables } from './schema.ts'

/** Returns whether an identity is one of the user's. */
export async function isIdentityOf(
  db: Database,
  userId: string,
  { provider, subject }: Pick<Identity, 'provider' | 'subject'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the address with which a user logs in, or null. */
export async function findLoginEmail(db: Database, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('identities')
    .select('subject')
    .where('provider', '=', 'email')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.subject ?? null
}

/** Takes the address with which a user logs in. The user's other logins stay. */
export async function removeLoginEmail(
  trx: Transaction<CustodyTables>,
  userId: string,
): Promise<void> {
  await trx
    .deleteFrom('identities')
    .where('provider', '=', 'email')
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Lets a user log in with an address, in place of the current one. Sessions keep working.
 *
 * @returns False when the address has another account. Nothing is changed then.
 */
export async function replaceLoginEmail(
  trx: Transaction<CustodyTables>,
  userId: string,
  email: string,
): Promise<boolean> {
  const oldEmail = await findLoginEmail(trx, userId)
  if (oldEmail === email) return true
  const added = await trx
    .insertInto('identities')
    .values({ provider: 'email', subject: email, user_id: userId, email, name: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows !== 1n) return false
  if (oldEmail === null) return true
  await trx
    .deleteFrom('identities')
    .where('provider', '=', 'email')
    .where('subject', '=', oldEmail)
    .execute()
  await trx
    .updateTable('sessions')
    .set({ subject: email })
    .where('user_id', '=', userId)
    .where('provider', '=', 'email')
    .execute()
  return true
}
