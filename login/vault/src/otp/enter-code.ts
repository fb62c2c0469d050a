import type { Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { VaultTables } from '../db/schema.ts'
import type { CodeBinding } from './code-hash.ts'
import { errorOf } from './errors.ts'
import { takeCode } from './otp.queries.ts'

export type EnterCodeDeps = {
  db: Database
  /** Key of the codes' hashes. */
  codeKey: Buffer
  metrics: { codeEntered: (outcome: string) => void }
}

/**
 * Uses up an entered code and runs `onRight` in one transaction: both happen, or neither.
 *
 * @throws {HttpError} unless the code is right.
 */
export async function enterCode<result>(
  { db, codeKey, metrics }: EnterCodeDeps,
  binding: CodeBinding,
  otp: string,
  onRight: (trx: Transaction<VaultTables>) => Promise<result>,
): Promise<result> {
  // A wrong code is counted in this transaction, so it must not throw.
  const { outcome, done } = await db.transaction().execute(async (trx) => {
    const outcome = await takeCode(trx, codeKey, binding, otp)
    return { outcome, done: outcome.kind === 'right' ? { result: await onRight(trx) } : null }
  })
  metrics.codeEntered(outcome.kind)
  if (outcome.kind === 'right' && done !== null) return done.result
  throw errorOf(outcome)
}
