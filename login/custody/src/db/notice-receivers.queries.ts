import type { Database } from './database.ts'

/**
 * Returns the addresses to notify about a user's wallet: the address of every login that opens it, the login by
 * email first. None for a user whose logins name no address.
 */
export async function noticeReceivers(db: Database, userId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('identities')
    .select('email')
    .where('user_id', '=', userId)
    .where('email', 'is not', null)
    .orderBy((row) => row.case().when('provider', '=', 'email').then(0).else(1).end())
    .orderBy('email')
    .execute()
  return [...new Set(rows.flatMap(({ email }) => email ?? []))]
}
