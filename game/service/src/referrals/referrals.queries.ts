import { toAddress, toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../db/open-database.ts'

/** The code an account was invited with, whether it proved that, and whether it was recorded just now. */
export type Referral = { referCode: string; isProven: boolean; isNew: boolean }

/** An account's stored code, how many accounts it invited, and how many of them proved it. */
export type ReferCode = { referCode: string; referred: number; proven: number }

/** Returns the secret that codes are computed with: the same for ever, at every node. */
export async function findReferCodeKey(db: Database): Promise<Buffer> {
  const { key } = await db.selectFrom('refer_code_keys').select('key').executeTakeFirstOrThrow()
  return key
}

/** Finds the account that `referCode` is stored for; null when there is none. */
export async function findInviter(db: Database, referCode: string): Promise<Address | null> {
  const row = await db
    .selectFrom('refer_codes')
    .select('account')
    .where('refer_code', '=', referCode)
    .executeTakeFirst()
  return row === undefined ? null : toAddress(row.account)
}

/**
 * Records that `inviter` invited `account`. The first recorded code wins (R-REFERRAL-2), but a proven one replaces one
 * that was not. All invitations of an inviter have the code that was stored first for it: versions before 0040 gave each
 * account a random one.
 */
export async function recordReferral(
  db: Database,
  referral: { account: Address; inviter: Address; referCode: string; isProven: boolean },
): Promise<Referral> {
  const { account, isProven } = referral
  const referCode = await storeReferCode(db, referral)
  const { rows } = await sql`
    insert into referrals (account, refer_code, is_proven)
    values (${toBytes(account)}, ${referCode}, ${isProven})
    on conflict (account) do update set refer_code = excluded.refer_code, is_proven = true
      where excluded.is_proven and not referrals.is_proven
    returning account`.execute(db)
  if (rows.length > 0) return { referCode, isProven, isNew: true }
  const first = await db
    .selectFrom('referrals')
    .select(['refer_code', 'is_proven'])
    .where('account', '=', toBytes(account))
    .executeTakeFirstOrThrow()
  return { referCode: first.refer_code, isProven: first.is_proven, isNew: false }
}

/** Stores the inviter's code unless it has one; returns the stored one. */
async function storeReferCode(
  db: Database,
  { inviter, referCode }: { inviter: Address; referCode: string },
): Promise<string> {
  const account = toBytes(inviter)
  await db
    .insertInto('refer_codes')
    .values({ account, refer_code: referCode })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await db
    .selectFrom('refer_codes')
    .select('refer_code')
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return stored.refer_code
}

/** Finds the account's stored code; null before its first invitation. */
export async function findReferCode(db: Database, account: Address): Promise<ReferCode | null> {
  const { rows } = await sql<{ refer_code: string; referred: number; proven: number }>`
    select c.refer_code,
      (select count(*) from referrals r where r.refer_code = c.refer_code) as referred,
      (select count(*) from referrals r where r.refer_code = c.refer_code and r.is_proven) as proven
    from refer_codes c where c.account = ${toBytes(account)}`.execute(db)
  const [row] = rows
  return row === undefined
    ? null
    : { referCode: row.refer_code, referred: row.referred, proven: row.proven }
}
