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
 * @throws {BudgetSpentError} for the first budget without room.
 */
export async function reserve(
  trx: Transaction<BundlerTables>,
  { charges, day, amount }: { charges: readonly Charge[]; day: number; amount: bigint },
  budgets: Budgets,
): Promise<void> {
  const ordered = inLockOrder(charges)
  const scopes = ordered.map(({ scope }) => scope)
  const keys = ordered.map(({ key }) => key)
  const limit = sql.join(
    SCOPES.map((scope) => sql`when ${scope} then ${budgets[scope]}::numeric`),
    sql` `,
  )
  const { rows: taken } = await sql<{ scope: string; key: string }>`
    insert into budgets as b (scope, key, day, spent)
    select scope, key, ${day}::int8, ${amount}::numeric
    from unnest(${scopes}::text[], ${keys}::text[]) with ordinality as c (scope, key, place)
    where ${amount}::numeric <= case scope ${limit} end
    order by place
    on conflict (scope, key, day) do update set spent = b.spent + excluded.spent
    where b.spent + excluded.spent <= case b.scope ${limit} end
    returning scope, key`.execute(trx)
  const isTaken = ({ scope, key }: Charge) =>
    taken.some((row) => row.scope === scope && row.key === key)
  const spent = ordered.find((charge) => !isTaken(charge))
  if (spent !== undefined) throw new BudgetSpentError(spent.scope)
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

/** Wei that return to the budgets of an operation, as the journal names them. */
export type Return = { charges: readonly string[]; day: number; amount: bigint }

/**
 * Returns the unused parts of charges to their budgets. A negative amount is charged on top, even beyond a budget. Locks the
 * budgets in the order in which others reserve from them.
 */
export async function giveBack(
  trx: Transaction<BundlerTables>,
  returns: readonly Return[],
): Promise<void> {
  const sums = sumsOf(returns)
  if (sums.length === 0) return
  const given = sql`unnest(${sums.map(({ scope }) => scope)}::text[], ${sums.map(({ key }) => key)}::text[],
    ${sums.map(({ day }) => day)}::int8[], ${sums.map(({ amount }) => amount)}::numeric[]) as g (scope, key, day, amount)`
  const isSame = sql`b.scope = g.scope and b.key = g.key and b.day = g.day`
  await sql`
    select from budgets b join ${given} on ${isSame}
    order by array_position(${SCOPES}::text[], b.scope), b.key collate "C", b.day for update of b`.execute(
    trx,
  )
  await sql`update budgets b set spent = b.spent - g.amount from ${given} where ${isSame}`.execute(
    trx,
  )
}

/** Adds up what returns to each budget, and leaves out those to which nothing does. */
function sumsOf(returns: readonly Return[]) {
  const sums = new Map<string, Charge & { day: number; amount: bigint }>()
  for (const { charges, day, amount } of returns) {
    for (const { scope, key } of parseCharges(charges)) {
      const name = `${scope} ${key} ${day}`
      const sum = sums.get(name)?.amount ?? 0n
      sums.set(name, { scope, key, day, amount: sum + amount })
    }
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0n)
}

function inLockOrder(charges: readonly Charge[]): Charge[] {
  const rank = ({ scope, key }: Charge) => `${SCOPES.indexOf(scope)} ${key}`
  return [...charges].sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
}
