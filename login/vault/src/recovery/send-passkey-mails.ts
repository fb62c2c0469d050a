import type { SendMail } from '@bullring/login-server/mail/create-mailer'
import { linkPath } from '@bullring/login-server/mail/mail-language'
import { errorSummary } from '@bullring/server/error-summary'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import {
  addUndoLink,
  lockUnsentChange,
  markNotified,
  markReached,
  type UnsentChange,
} from '../db/passkey-changes.queries.ts'
import { passkeyMail } from './passkey-mail.ts'

export type PasskeyMailsDeps = {
  db: Database
  sendMail: SendMail
  /** Public origin of the service. */
  publicOrigin: () => string
  log: Logger
}

/** Path of the page behind the links. */
export const UNDO_PATH = '/passkeys/undo'

/**
 * Mails all changes of passkeys whose owners were not notified yet, with links that undo them. A mail that fails, or a process
 * that is killed on the way, leaves it to the next call. A mail that was sent twice has two links that both work. Never throws.
 */
export async function sendPasskeyMails(deps: PasskeyMailsDeps): Promise<void> {
  try {
    let last: number | null = 0
    while (last !== null) last = await sendNext(deps, last)
  } catch (error) {
    deps.log.warn({ error: errorSummary(error) }, 'mails about passkeys failed')
  }
}

/** Returns the id of the change, or null when none is left. */
async function sendNext(deps: PasskeyMailsDeps, after: number): Promise<number | null> {
  return await deps.db.transaction().execute(async (trx) => {
    const change = await lockUnsentChange(trx, after)
    if (change === undefined) return null
    const reached = await mail(deps, change)
    if (reached.length === change.emails.length) await markNotified(trx, change.id)
    else await markReached(trx, change.id, reached)
    return change.id
  })
}

/** Returns the addresses that got the mail: a mail that fails must not keep the others back. */
async function mail(deps: PasskeyMailsDeps, change: UnsentChange): Promise<readonly string[]> {
  const reached: string[] = []
  for (const email of change.emails) {
    try {
      await mailTo(deps, change, email)
      reached.push(email)
    } catch (error) {
      deps.log.warn({ error: errorSummary(error) }, 'mail about a passkey failed')
    }
  }
  return reached
}

async function mailTo(
  { db, sendMail, publicOrigin }: PasskeyMailsDeps,
  { id, kind, language, changedAt, place }: UnsentChange,
  email: string,
): Promise<void> {
  // Stored before it is mailed, even if the transaction is rolled back. Undoing a change of address cannot be undone.
  const token = kind === 'email-undone' ? null : await addUndoLink(db, id)
  const undoUrl = token === null ? null : publicOrigin() + linkPath(UNDO_PATH, token, language)
  await sendMail(email, passkeyMail({ kind, language, changedAt, place, undoUrl }))
}
