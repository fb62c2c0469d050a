import type { Database } from './database.ts'

/** Returns whether a user has a wallet. */
export async function hasWallet(db: Database, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('wallets')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether the account of an email address has a wallet. */
export async function hasWalletOfEmail(db: Database, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('identities as i')
    .innerJoin('wallets as w', 'w.user_id', 'i.user_id')
    .select('w.id')
    .where('i.provider', '=', 'email')
    .where('i.subject', '=', email)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether a wallet has this id. */
export async function isWalletId(db: Database, id: string): Promise<boolean> {
  const row = await db.selectFrom('wallets').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
