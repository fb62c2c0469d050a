import { sql, type Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { BundlerTables } from '../db/schema.ts'
import { BudgetSpentError } from '../http/errors.ts'

/** Maximum cost of sponsored operations per UTC day, in wei. */
export type Budgets = {
  /** All operations together. */
  all: bigint
  /** Each contract method. */
  method: bigint
  /** All users of an IPv6 /48. */
  network: bigint
  /** All users of an IP address. */
  ip: bigint
  /** Each user. */
  user: bigint
}

type Scope = keyof Budgets

/** Divides the budget of a day: one user, or the users of one address, cannot use up the budget of all. */
export function budgetsOf(day: bigint): Budgets {
  return { all: day, method: day, network: day / 2n, ip: day / 5n, user: day / 10n }
}

/** A budget that an operation is charged to. */
export type Charge = { scope: Scope; key: string }

/** The budget of all sponsored operations together. */
export const ALL: Charge = { scope: 'all', key: 'all' }

const SCOPES: readonly Scope[] = ['all', 'method', 'network', 'ip', 'user']
const DAY_SECONDS = 86_400

/** Returns the day of a time, as budgets count it. */
export function dayOf(unixS: number): number {
  return Math.floor(unixS / DAY_SECONDS)
}

/** Writes charges for the journal. */
export function formatCharges(charges: readonly Charge[]): string[] {
  return charges.map(({ scope, key }) => `${scope} ${key}`)
}

/** Reads charges of the journal. */
function parseCharges(texts: readonly string[]): Charge[] {
  return texts.flatMap((text) => {
    const [name = '', key = ''] = text.split(' ')
    const scope = SCOPES.find((known) => known === name)
    return scope === undefined ? [] : [{ scope, key }]
  })
}

/**
 * Takes `amount` from every budget, or from none. Concurrent transactions wait for each other at the first budget
 * that they share. The order of the budgets is the same for all, so none waits for the other.
 *
 * @throws {BudgetSpentError}
 */
export async function reserve(
  trx: Transaction<BundlerTables>,
  { charges, day, amount }: { charges: readonly Charge[]; day: number; amount: bigint },
  budgets: Budgets,
): Promise<void> {
  for (const { scope, key } of inLockOrder(charges)) {
    await trx
      .insertInto('budgets')
      .values({ scope, key, day, spent: 0n })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const taken = await trx
      .updateTable('budgets')
      .set({ spent: sql<bigint>`spent + ${amount}` })
      .where('scope', '=', scope)
      .where('key', '=', key)
      .where('day', '=', day)
      .where(sql<boolean>`spent + ${amount} <= ${budgets[scope]}`)
      .executeTakeFirst()
    if (taken.numUpdatedRows === 0n) throw new BudgetSpentError(scope)
  }
}

/** Returns whether every budget has room for `amount` now. */
export async function hasRoom(
  db: Database,
  { charges, day, amount }: { charges: readonly Charge[]; day: number; amount: bigint },
  budgets: Budgets,
): Promise<boolean> {
  for (const { scope, key } of charges) {
    const row = await db
      .selectFrom('budgets')
      .select('spent')
      .where('scope', '=', scope)
      .where('key', '=', key)
      .where('day', '=', day)
      .executeTakeFirst()
    if ((row?.spent ?? 0n) + amount > budgets[scope]) return false
  }
  return true
}

/** Reads what sponsored operations have used of a day's budget, in wei. */
export async function readSpent(db: Database, day: number): Promise<bigint> {
  const row = await db
    .selectFrom('budgets')
    .select('spent')
    .where('scope', '=', ALL.scope)
    .where('key', '=', ALL.key)
    .where('day', '=', day)
    .executeTakeFirst()
  return row?.spent ?? 0n
}

/** Returns the unused part of a charge to its budgets. A negative amount is charged on top, even beyond a budget. */
export async function giveBack(
  db: Database,
  { charges, day, amount }: { charges: readonly string[]; day: number; amount: bigint },
): Promise<void> {
  for (const { scope, key } of inLockOrder(parseCharges(charges))) {
    await db
      .updateTable('budgets')
      .set({ spent: sql<bigint>`spent - ${amount}` })
      .where('scope', '=', scope)
      .where('key', '=', key)
      .where('day', '=', day)
      .execute()
  }
}

function inLockOrder(charges: readonly Charge[]): Charge[] {
  const rank = ({ scope, key }: Charge) => `${SCOPES.indexOf(scope)} ${key}`
  return [...charges].sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
}
