import { errorSummary } from '@bullring/server/error-summary'
import type { SendMail } from '@bullring/server/mail/create-mailer'
import { linkPath } from '@bullring/server/mail/mail-language'
import { renderMail } from '@bullring/server/mail/render-mail'
import { utcTime } from '@bullring/server/mail/utc-time'
import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { UNDO_S } from '../db/reserved-emails.queries.ts'
import type { CustodyTables } from '../db/schema.ts'
import { addedMail, changedMail } from './change-mails.ts'
import { CHANGE_PATH } from './change-page.ts'
import { addLink } from './email-changes.queries.ts'

export type UndoMailsDeps = {
  db: Kysely<CustodyTables>
  sendMail: SendMail
  publicOrigin: string
  nowS: Clock
  log: Logger
}

/**
 * Mails the undo links of all changes whose owners were not notified yet. A process that is killed on the way leaves the mail
 * to the next call; a mail that was sent twice has two links that both work. Never throws.
 */
export async function sendUndoMails(deps: UndoMailsDeps): Promise<void> {
  const { db, log } = deps
  try {
    while (await db.transaction().execute((trx) => sendNext(trx, deps))) {
      // Until none is left.
    }
  } catch (error) {
    log.warn({ error: errorSummary(error) }, 'mail about a changed address failed')
  }
}

async function sendNext(
  trx: Transaction<CustodyTables>,
  { db, sendMail, publicOrigin, nowS }: UndoMailsDeps,
): Promise<boolean> {
  const change = await trx
    .selectFrom('email_changes')
    .select(['id', 'old_email', 'notice_email', 'new_email', 'language', 'applied_at'])
    .where('state', '=', 'applied')
    .where('notified_at', 'is', null)
    .where('notice_email', 'is not', null)
    .where('applied_at', '>', nowS() - UNDO_S)
    .limit(1)
    // Lets the link refer to the row.
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (change?.notice_email == null) return false
  // Stored before it is mailed, whatever becomes of this transaction.
  const { token } = await addLink(db, change.id, 'undo')
  const url = publicOrigin + linkPath(CHANGE_PATH, token, change.language)
  const time = utcTime(change.applied_at ?? nowS(), change.language)
  const content = change.old_email === null ? addedMail : changedMail
  const mail = await renderMail(
    content({ newEmail: change.new_email, language: change.language, time, url }),
  )
  await sendMail(change.notice_email, mail)
  await trx
    .updateTable('email_changes')
    .set({ notified_at: nowS() })
    .where('id', '=', change.id)
    .execute()
  return true
}
