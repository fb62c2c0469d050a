import { limitsOfCaller } from '@bullring/server/limits/networks-of'
import { deleteOldEvents, type Limit, takeAllowance } from '@bullring/server/limits/take-allowance'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { isShortLabel } from './check-label.ts'
import { NameLimitError } from './errors.ts'
import { insertName, type RegisteredName } from './names.queries.ts'

const DAY_S = 86_400

/** Short names that all callers register a day: with any number of keys and addresses, to collect them takes months. */
const SHORT_NAMES_PER_DAY = 20

export type NameAllowance = {
  /** IP address of the caller. */
  ip: string
  /** Names that an IP address may register a day. */
  perDayAndIp: number
}

/**
 * Stores a new name and counts it, unless the label or the account has been registered meanwhile. Returns whether it has
 * stored it.
 *
 * @throws {NameLimitError} when the caller, or with short names all callers, have had their names of the day.
 */
export async function storeName(
  db: Database,
  name: RegisteredName,
  allowance: NameAllowance,
): Promise<boolean> {
  const now = sql<number>`${name.registeredAt}::int8`
  return await db.transaction().execute(async (trx) => {
    if (!(await insertName(trx, name))) return false
    await deleteOldEvents(trx, now)
    for (const limit of limitsOf(name.label, allowance)) {
      const wait = await takeAllowance(trx, limit, now)
      if (wait > 0) throw new NameLimitError(wait, limit.kind === SHORT ? 'all' : 'network')
    }
    return true
  })
}

const SHORT = 'short-name'

function limitsOf(label: string, { ip, perDayAndIp }: NameAllowance): Limit[] {
  const windows = [{ seconds: DAY_S, max: perDayAndIp }]
  const ofAll = { kind: SHORT, key: 'all', windows: [{ seconds: DAY_S, max: SHORT_NAMES_PER_DAY }] }
  return [
    ...limitsOfCaller({ kind: 'name', key: ip, windows }),
    ...(isShortLabel(label) ? [ofAll] : []),
  ]
}
