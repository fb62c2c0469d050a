import { toAddress, toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../db/open-database.ts'
import { newReferCode } from './new-refer-code.ts'

/** The code an account was invited with, whether it proved that, and whether it was recorded just now. */
export type Referral = { referCode: string; isProven: boolean; isNew: boolean }

/** An account's own code, how many accounts it invited, and how many of them proved it. */
export type ReferCode = { referCode: string; referred: number; proven: number }

/** Finds the account that owns `referCode`; null when there is none. */
export async function findInviter(db: Database, referCode: string): Promise<Address | null> {
  const row = await db
    .selectFrom('refer_codes')
    .select('account')
    .where('refer_code', '=', referCode)
    .executeTakeFirst()
  return row === undefined ? null : toAddress(row.account)
}

/**
 * Records that `account` was invited with `referCode`. The first recorded code wins (R-REFERRAL-2), but a proven one
 * replaces one that was not.
 */
export async function recordReferral(
  db: Database,
  { account, referCode, isProven }: { account: Address; referCode: string; isProven: boolean },
): Promise<Referral> {
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

/** Finds the account's own code; null before its first use. */
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

/** Creates the account's own code unless it has one. */
export async function createReferCode(db: Database, account: Address): Promise<ReferCode> {
  let found: ReferCode | null = null
  while (found === null) {
    // Inserts nothing when a concurrent request was faster or the code is taken.
    await db
      .insertInto('refer_codes')
      .values({ account: toBytes(account), refer_code: newReferCode() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    found = await findReferCode(db, account)
  }
  return found
}
