import type { Identity } from '@bullring/login-api/identity'
import type { Transaction } from 'kysely'
import { DATABASE_TIME } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import type { VaultTables } from '../db/schema.ts'

/** A login of a device. */
export type Login = {
  accountId: string
  identity: Identity
  /** Time at which the identity was proven, in Unix seconds. */
  authTime: number
  /** Seconds since then. */
  ageSeconds: number
}

/**
 * Stores that a device has just proven an identity, and creates the identity's account at its first login. It replaces the
 * device's earlier login.
 */
export async function storeLogin(
  trx: Transaction<VaultTables>,
  deviceId: string,
  identity: Identity,
): Promise<{ accountId: string; authTime: number }> {
  const accountId = await accountOf(trx, identity)
  const row = {
    device_id: deviceId,
    account_id: accountId,
    provider: identity.provider,
    subject: identity.subject,
    auth_time: DATABASE_TIME,
  }
  const { auth_time } = await trx
    .insertInto('logins')
    .values(row)
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(row))
    .returning('auth_time')
    .executeTakeFirstOrThrow()
  return { accountId, authTime: auth_time }
}

/** Returns the newest login of a device, or null. */
export async function findLogin(db: Database, deviceId: string): Promise<Login | null> {
  const row = await db
    .selectFrom('logins')
    .innerJoin('identities', (join) =>
      join
        .onRef('identities.provider', '=', 'logins.provider')
        .onRef('identities.subject', '=', 'logins.subject')
        .onRef('identities.account_id', '=', 'logins.account_id'),
    )
    .select(['logins.account_id', 'logins.auth_time'])
    .select(['identities.provider', 'identities.subject', 'identities.email', 'identities.name'])
    .select(DATABASE_TIME.as('now'))
    .where('logins.device_id', '=', deviceId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { account_id: accountId, auth_time: authTime, now, ...identity } = row
  return { accountId, identity, authTime, ageSeconds: now - authTime }
}

/** Returns the account of an identity, which is created if there is none. Two first logins at once get the same one. */
async function accountOf(trx: Transaction<VaultTables>, identity: Identity): Promise<string> {
  const { provider, subject, email, name } = identity
  const known = await updateIdentity(trx, identity)
  if (known !== undefined) return known
  const id = await addAccount(trx)
  const { account_id } = await trx
    .insertInto('identities')
    .values({ provider, subject, account_id: id, email, name })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'subject']).doUpdateSet({ email, name }),
    )
    .returning('account_id')
    .executeTakeFirstOrThrow()
  if (account_id !== id) await trx.deleteFrom('accounts').where('id', '=', id).execute()
  return account_id
}

async function addAccount(trx: Transaction<VaultTables>): Promise<string> {
  const { id } = await trx
    .insertInto('accounts')
    .values({ created_at: DATABASE_TIME })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Gives an address that an account logs in with to a new account, and this device's login with it. Logins of other devices
 * with the address end. The earlier account must be locked.
 */
export async function moveToNewAccount(
  trx: Transaction<VaultTables>,
  { deviceId, email }: { deviceId: string; email: string },
): Promise<string> {
  const account_id = await addAccount(trx)
  await trx
    .updateTable('identities')
    .set({ account_id, linked_at: DATABASE_TIME })
    .where('provider', '=', 'email')
    .where('subject', '=', email)
    .execute()
  await trx.updateTable('logins').set({ account_id }).where('device_id', '=', deviceId).execute()
  return account_id
}

async function updateIdentity(
  trx: Transaction<VaultTables>,
  { provider, subject, email, name }: Identity,
): Promise<string | undefined> {
  const row = await trx
    .updateTable('identities')
    .set({ email, name })
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .returning('account_id')
    .executeTakeFirst()
  return row?.account_id
}
