import { toAddress, toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../db/open-database.ts'
import { newReferCode } from './new-refer-code.ts'

/** The code an account was invited with, and whether it was recorded just now. */
export type Referral = { referCode: string; isNew: boolean }

/** An account's own code and how many accounts it invited. */
export type ReferCode = { referCode: string; referred: number }

/** Finds the account that owns `referCode`; null when there is none. */
export async function findInviter(db: Database, referCode: string): Promise<Address | null> {
  const row = await db
    .selectFrom('refer_codes')
    .select('account')
    .where('refer_code', '=', referCode)
    .executeTakeFirst()
  return row === undefined ? null : toAddress(row.account)
}

/** Records that `account` was invited with `referCode`. The first recorded code wins (R-REFERRAL-2). */
export async function recordReferral(
  db: Database,
  account: Address,
  referCode: string,
): Promise<Referral> {
  const inserted = await db
    .insertInto('referrals')
    .values({ account: toBytes(account), refer_code: referCode })
    .onConflict((conflict) => conflict.column('account').doNothing())
    .returning('refer_code')
    .executeTakeFirst()
  if (inserted !== undefined) return { referCode, isNew: true }
  const { refer_code: first } = await db
    .selectFrom('referrals')
    .select('refer_code')
    .where('account', '=', toBytes(account))
    .executeTakeFirstOrThrow()
  return { referCode: first, isNew: false }
}

/** Finds the account's own code, created on first use. */
export async function findReferCode(db: Database, account: Address): Promise<ReferCode> {
  const find = async () => {
    const { rows } = await sql<{ refer_code: string; referred: number }>`
      select c.refer_code,
        (select count(*) from referrals r where r.refer_code = c.refer_code) as referred
      from refer_codes c where c.account = ${toBytes(account)}`.execute(db)
    return rows.map((row) => ({ referCode: row.refer_code, referred: row.referred }))[0]
  }
  let found = await find()
  while (found === undefined) {
    // Inserts nothing when a concurrent request was faster or the code is taken.
    await db
      .insertInto('refer_codes')
      .values({ account: toBytes(account), refer_code: newReferCode() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    found = await find()
  }
  return found
}
