import { defineLimitError } from '@bullring/server/limits/define-limit-error'
import { type Limit, returnAllowance, takeAllowance } from '@bullring/server/limits/take-allowance'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { CustodyTables } from '../db/schema.ts'

/** Too many mails to this address or for this IP address. The message is shown to the visitor. */
export const TooManyMailsError = defineLimitError({
  name: 'TooManyMailsError',
  code: 'custody.too-many-mails',
})

/** Where a mail goes, and who causes it. */
type Mail = { email: string; ip: string }

function limitsOf({ email, ip }: Mail): readonly [Limit, Limit] {
  return [
    {
      ...{ kind: 'mail-to', key: email },
      windows: [
        { seconds: 30, max: 1 },
        { seconds: 3_600, max: 5 },
        { seconds: 86_400, max: 10 },
      ],
    },
    { kind: 'mail-from', key: ip, windows: [{ seconds: 3_600, max: 20 }] },
  ]
}

/**
 * Counts a mail with a link.
 *
 * @throws {TooManyMailsError}
 */
export async function takeMail(
  trx: Transaction<CustodyTables>,
  mail: Mail,
  nowS: number,
): Promise<void> {
  const waits: number[] = []
  for (const limit of limitsOf(mail)) {
    waits.push(await takeAllowance(trx, limit, sql`${nowS}::int8`))
  }
  const wait = Math.max(...waits)
  if (wait > 0) throw new TooManyMailsError(wait)
}

/** Forgets a mail that was not sent: it counts against no limit. */
export async function returnMail(db: Database, mail: Mail): Promise<void> {
  for (const limit of limitsOf(mail)) await returnAllowance(db, limit)
}
