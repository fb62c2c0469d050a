import type { Kysely } from 'kysely'
import {
  endOperations,
  lockOperations,
  type OpenOperation,
  type OpenState,
  type OperationEnd,
} from '../db/operations.queries.ts'
import type { BundlerTables } from '../db/schema.ts'
import { giveBack } from '../limits/budgets.ts'

/** End of an operation. */
export type Ending = {
  operation: OpenOperation
  end: OperationEnd
  /** Wei that its budgets get back; negative when it cost more than was reserved. */
  returned: bigint
}

/**
 * Ends operations in one transaction, each once: a second attempt changes nothing.
 *
 * @param states - Those of the operations that are in one of them: another process may have sent one since it was read.
 * @returns Those that it has ended.
 */
export async function endAll<ending extends Ending>(
  db: Kysely<BundlerTables>,
  endings: readonly ending[],
  states: readonly OpenState[],
): Promise<readonly ending[]> {
  if (endings.length === 0) return []
  return await db.transaction().execute(async (trx) => {
    const hashes = endings.map(({ operation }) => operation.hash)
    const open = await lockOperations(trx, hashes, states)
    const ended = endings.filter(({ operation }) => open.has(operation.hash))
    await endOperations(
      trx,
      ended.map(({ operation, end }) => ({ hash: operation.hash, end })),
    )
    await giveBack(
      trx,
      ended.map(({ operation, returned }) => ({
        charges: operation.budgets,
        day: operation.budgetDay,
        amount: returned,
      })),
    )
    return ended
  })
}
