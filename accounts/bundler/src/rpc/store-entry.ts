import type { Kysely } from 'kysely'
import type { Address, Hex } from 'viem'
import type { Database } from '../db/database.ts'
import { findOperation, insertOperation, reviveOperation } from '../db/operations.queries.ts'
import type { BundlerTables } from '../db/schema.ts'
import { PendingOperationError } from '../http/errors.ts'
import { type Budgets, type Charge, dayOf, formatCharges, reserve } from '../limits/budgets.ts'
import type { Caller } from '../limits/sponsored-charges.ts'

export type StoreDeps = {
  db: Kysely<BundlerTables>
  sponsorship: { budgets: Budgets }
  nowS: () => number
  /** Called once the entry is stored. */
  onAccepted: () => void
}

/** A new entry of the journal. */
export type NewEntry = {
  hash: Hex
  sender: Address
  /** Id of the session whose call it is; null for a user operation. */
  session: Hex | null
  nonce: bigint
  /** As the journal stores it. */
  operation: string
  gas: bigint
  maxGasPrice: bigint
  charges: readonly Charge[]
  /** Wei that are taken from the budgets. */
  reserved: bigint
}

/**
 * Stores an entry and takes its reservation, or neither. From then on it is sent, whatever happens to the process.
 *
 * @throws {BudgetSpentError} @throws {PendingOperationError}
 */
export async function storeEntry(
  { db, sponsorship, nowS, onAccepted }: StoreDeps,
  { charges, reserved, ...entry }: NewEntry,
  { userId }: Caller,
): Promise<void> {
  const day = dayOf(nowS())
  await db.transaction().execute(async (trx) => {
    const row = { ...entry, budgets: formatCharges(charges), budgetDay: day, reserved }
    const isNew =
      (await insertOperation(trx, { ...row, userId, nowS: nowS() })) ||
      (await reviveOperation(trx, row))
    if (isNew) await reserve(trx, { charges, day, amount: reserved }, sponsorship.budgets)
    else if (!(await isWaiting(trx, entry.hash))) throw new PendingOperationError()
  })
  onAccepted()
}

/** Returns whether an entry is stored, and has not failed. Another request may store it at the same time. */
export async function isWaiting(db: Database, hash: Hex): Promise<boolean> {
  const stored = await findOperation(db, hash)
  return stored !== null && stored.state !== 'failed'
}
