import type { Transaction } from 'kysely'
import type { VaultTables } from '../db/schema.ts'

/**
 * Lets one transaction at a time change addresses and shares of accounts. What was read before must be read again. In the
 * order of the ids, so that two transactions never wait for each other. Logins, which refer to the accounts, need not wait.
 */
export async function lockAccounts(
  trx: Transaction<VaultTables>,
  accountIds: readonly string[],
): Promise<void> {
  await trx
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', accountIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
