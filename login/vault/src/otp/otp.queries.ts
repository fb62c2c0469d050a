import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { OTP_LENGTH, OTP_LIFETIME_SECONDS } from '@bullring/login-api/vault-api/otp'
import { lockLimit } from '@bullring/server/limits/take-allowance'
import { type ExpressionBuilder, sql, type Transaction } from 'kysely'
import { DATABASE_TIME } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import type { VaultTables } from '../db/schema.ts'
import { type Limit, secondsLeft, takeAllowance } from '../take-allowance.ts'
import { type CodeBinding, hashCode } from './code-hash.ts'
import { countWrongCode, isLocked, type WrongCodes } from './count-wrong-code.ts'

const SALT_BYTES = 16

/** Creates a code, which replaces the earlier one with the same binding. */
export async function createCode(
  trx: Transaction<VaultTables>,
  key: Buffer,
  binding: CodeBinding,
  isOwner: boolean,
): Promise<string> {
  const code = String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0')
  const salt = randomBytes(SALT_BYTES)
  const row = {
    device_id: binding.deviceId,
    email: binding.email,
    purpose: binding.purpose,
    salt,
    code_hash: hashCode(key, salt, binding, code),
    wrong_hashes: sql<Buffer[]>`'{}'`,
    tries: 0,
    corrections: 0,
    is_owner: isOwner,
    expires_at: sql<number>`${DATABASE_TIME} + ${OTP_LIFETIME_SECONDS}::int8`,
  }
  await trx
    .insertInto('otps')
    .values(row)
    .onConflict((conflict) => conflict.columns(['device_id', 'email', 'purpose']).doUpdateSet(row))
    .execute()
  return code
}

/** Deletes codes that expired. */
export async function deleteExpiredCodes(db: Database): Promise<void> {
  await db.deleteFrom('otps').where('expires_at', '<=', DATABASE_TIME).execute()
}

/** Outcome of an entered code. */
export type CodeOutcome =
  | { kind: 'right' | 'wrong' | 'expired' | 'locked' }
  | { kind: 'address-locked'; seconds: number }

/**
 * Checks an entered code and, if it is right, uses it up. The row stays locked until the end of `trx`: of two requests with
 * the same code, one finds it used.
 */
export async function takeCode(
  trx: Transaction<VaultTables>,
  key: Buffer,
  binding: CodeBinding,
  code: string,
): Promise<CodeOutcome> {
  const row = await lockCode(trx, binding)
  if (row === undefined || row.expires_at <= row.now) return { kind: 'expired' }
  const wrongCodes = wrongCodeLimit(binding.email, row.is_owner)
  // Tries on several devices at once count one after the other.
  await lockLimit(trx, wrongCodes)
  const seconds = await secondsLeft(trx, wrongCodes)
  if (seconds > 0) return { kind: 'address-locked', seconds }
  const before = { hashes: row.wrong_hashes, tries: row.tries, corrections: row.corrections }
  if (isLocked(before)) return { kind: 'locked' }
  const hashOf = (each: string) => hashCode(key, row.salt, binding, each)
  if (timingSafeEqual(hashOf(code), row.code_hash)) {
    await trx.deleteFrom('otps').where(isOf(binding)).execute()
    return { kind: 'right' }
  }
  const after = countWrongCode(before, code, hashOf)
  await storeWrongCodes(trx, binding, after)
  if (after.tries > before.tries) await takeAllowance(trx, wrongCodes)
  return { kind: isLocked(after) ? 'locked' : 'wrong' }
}

/**
 * Returns the limit of wrong tries per address, over all devices and codes. Tries of devices that the mailbox has let in are
 * counted separately.
 */
function wrongCodeLimit(email: string, isOwner: boolean): Limit {
  const kind = isOwner ? 'wrong-code-of-owner' : 'wrong-code'
  return { kind, key: email, windows: [{ seconds: 86_400, max: 10 }] }
}

async function lockCode(trx: Transaction<VaultTables>, binding: CodeBinding) {
  return await trx
    .selectFrom('otps')
    .selectAll()
    .select(DATABASE_TIME.as('now'))
    .where(isOf(binding))
    .forUpdate()
    .executeTakeFirst()
}

async function storeWrongCodes(
  trx: Transaction<VaultTables>,
  binding: CodeBinding,
  { hashes, tries, corrections }: WrongCodes,
): Promise<void> {
  await trx
    .updateTable('otps')
    .set({ wrong_hashes: [...hashes], tries, corrections })
    .where(isOf(binding))
    .execute()
}

function isOf({ deviceId, email, purpose }: CodeBinding) {
  return (row: ExpressionBuilder<VaultTables, 'otps'>) =>
    row.and({ device_id: deviceId, email, purpose })
}
