import type { LoginAssertion } from '@bullring/login-api/vault-api/assertion'
import type { Database } from '../db/database.ts'
import { findReservation } from '../db/reserved-emails.queries.ts'
import { EmailReservedError } from './errors.ts'

type Identity = LoginAssertion['identity']

/**
 * Returns the user of an identity, a new one at its first login.
 *
 * @throws {EmailReservedError} for the earlier address of a wallet, as long as it may get it back.
 */
export async function ensureUser(
  db: Database,
  { provider, subject, email, name }: Identity,
  nowS: number,
): Promise<string> {
  const find = () =>
    db
      .selectFrom('identities')
      .select('user_id')
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .executeTakeFirst()
  const found = await find()
  if (found !== undefined) return found.user_id
  if (provider === 'email' && (await findReservation(db, subject, nowS)) !== null) {
    throw new EmailReservedError()
  }
  const user = await db
    .insertInto('users')
    .values({ created_at: nowS })
    .returning('id')
    .executeTakeFirstOrThrow()
  const added = await db
    .insertInto('identities')
    .values({ provider, subject, user_id: user.id, email, name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (added !== undefined) return added.user_id
  // Another request was faster.
  await db.deleteFrom('users').where('id', '=', user.id).execute()
  return (await find())?.user_id ?? user.id
}
