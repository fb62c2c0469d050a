import type { Database } from './database.ts'

/**
 * Returns the addresses to notify about a wallet: the address of every login that opens it, whichever was used. None for a
 * wallet whose logins name no address.
 */
export async function noticeReceivers(db: Database, walletId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('recovery_shares as r')
    .innerJoin('identities as i', 'i.account_id', 'r.account_id')
    .select('i.email')
    .distinct()
    .where('r.wallet_id', '=', walletId)
    .where('i.email', 'is not', null)
    .orderBy('i.email')
    .execute()
  return rows.flatMap(({ email }) => email ?? [])
}
