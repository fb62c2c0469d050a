import { errorSummary } from '@bullring/server/error-summary'
import type { SendMail } from '@bullring/server/mail/create-mailer'
import { linkPath } from '@bullring/server/mail/mail-language'
import { renderMail } from '@bullring/server/mail/render-mail'
import { utcTime } from '@bullring/server/mail/utc-time'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { CustodyTables } from '../db/schema.ts'
import { addedMail, changedMail } from './change-mails.ts'
import { CHANGE_PATH } from './change-page.ts'
import {
  addLink,
  lockUnsentChange,
  markNotified,
  type UnsentChange,
} from './email-changes.queries.ts'

export type UndoMailsDeps = {
  db: Kysely<CustodyTables>
  sendMail: SendMail
  publicOrigin: string
  nowS: Clock
  log: Logger
}

/**
 * Mails the undo links of all changes whose owners were not notified yet. A mail that fails, or a process that is killed on the
 * way, leaves it to the next call; a mail that was sent twice has two links that both work. Never throws.
 */
export async function sendUndoMails(deps: UndoMailsDeps): Promise<void> {
  try {
    const tried: string[] = []
    for (;;) {
      const id = await sendNext(deps, tried)
      if (id === null) return
      tried.push(id)
    }
  } catch (error) {
    deps.log.warn({ error: errorSummary(error) }, 'mails about changed addresses failed')
  }
}

/** Returns the id of the change, or null when none is left that was not tried. */
async function sendNext(deps: UndoMailsDeps, tried: readonly string[]): Promise<string | null> {
  const { db, log, nowS } = deps
  return await db.transaction().execute(async (trx) => {
    const change = await lockUnsentChange(trx, tried, nowS())
    if (change === undefined) return null
    // One mail that fails must not keep the others back.
    const isSent = await mail(deps, change).catch((error: unknown) => {
      log.warn({ error: errorSummary(error) }, 'mail about a changed address failed')
      return false
    })
    if (isSent) await markNotified(trx, change.id, nowS())
    return change.id
  })
}

async function mail(
  { db, sendMail, publicOrigin }: UndoMailsDeps,
  { id, oldEmail, noticeEmail, newEmail, language, appliedAt }: UnsentChange,
): Promise<boolean> {
  // Stored before it is mailed, even if the transaction is rolled back.
  const { token } = await addLink(db, id, 'undo')
  const url = publicOrigin + linkPath(CHANGE_PATH, token, language)
  const content = oldEmail === null ? addedMail : changedMail
  const time = utcTime(appliedAt, language)
  await sendMail(noticeEmail, await renderMail(content({ newEmail, language, time, url })))
  return true
}
