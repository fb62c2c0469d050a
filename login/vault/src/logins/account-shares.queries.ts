import type { Database } from '../db/database.ts'

/** Returns whether an account has a wallet's share. */
export async function hasShares(db: Database, accountId: string): Promise<boolean> {
  const share = await db
    .selectFrom('recovery_shares')
    .select('wallet_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return share !== undefined
}

/** Returns whether a login with an address opens a wallet. */
export async function hasWalletOfEmail(db: Database, email: string): Promise<boolean> {
  const share = await db
    .selectFrom('identities as i')
    .innerJoin('recovery_shares as r', 'r.account_id', 'i.account_id')
    .select('r.wallet_id')
    .where('i.provider', '=', 'email')
    .where('i.subject', '=', email)
    .executeTakeFirst()
  return share !== undefined
}

/** Returns whether an account has the share of another wallet than this one. */
export async function hasOtherWallet(
  db: Database,
  { accountId, walletId }: { accountId: string; walletId: string },
): Promise<boolean> {
  const share = await db
    .selectFrom('recovery_shares')
    .select('wallet_id')
    .where('account_id', '=', accountId)
    .where('wallet_id', '!=', walletId)
    .executeTakeFirst()
  return share !== undefined
}

/** Returns the account of a wallet, or null. */
export async function findAccountOfWallet(db: Database, walletId: string): Promise<string | null> {
  const share = await db
    .selectFrom('recovery_shares')
    .select('account_id')
    .where('wallet_id', '=', walletId)
    .executeTakeFirst()
  return share?.account_id ?? null
}
