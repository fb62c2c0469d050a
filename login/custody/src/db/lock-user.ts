import type { Transaction } from 'kysely'
import type { CustodyTables } from './schema.ts'

/**
 * Lets one transaction at a time change what a user may do: logins, a new wallet, shares, revocations and changes of the
 * address. What was read before must be read again.
 */
export async function lockUser(trx: Transaction<CustodyTables>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}
