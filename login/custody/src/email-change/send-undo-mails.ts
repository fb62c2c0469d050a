import type { SendMail } from '@bullring/login-server/mail/create-mailer'
import { linkPath } from '@bullring/login-server/mail/mail-language'
import { utcTime } from '@bullring/login-server/mail/utc-time'
import { errorSummary } from '@bullring/server/error-summary'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { CustodyTables } from '../db/schema.ts'
import { addedMail, changedMail } from './change-mails.ts'
import { CHANGE_PATH } from './change-page.ts'
import {
  addLink,
  keepReceivers,
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
 * way, leaves it to the next call. A mail that was sent twice has two links that both work. Never throws.
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
  const { db, nowS } = deps
  return await db.transaction().execute(async (trx) => {
    const change = await lockUnsentChange(trx, tried, nowS())
    if (change === undefined) return null
    const missed = await mail(deps, change)
    if (missed.length === 0) await markNotified(trx, change.id, nowS())
    else await keepReceivers(trx, change.id, missed)
    return change.id
  })
}

/** Returns the addresses that got no mail: a mail that fails must not keep the others back. */
async function mail(deps: UndoMailsDeps, change: UnsentChange): Promise<readonly string[]> {
  const missed: string[] = []
  for (const email of change.receivers) {
    try {
      await mailTo(deps, change, email)
    } catch (error) {
      deps.log.warn({ error: errorSummary(error) }, 'mail about a changed address failed')
      missed.push(email)
    }
  }
  return missed
}

async function mailTo(
  { db, sendMail, publicOrigin }: UndoMailsDeps,
  { id, oldEmail, newEmail, language, appliedAt, place }: UnsentChange,
  email: string,
): Promise<void> {
  // Stored before it is mailed, even if the transaction is rolled back.
  const { token } = await addLink(db, id, 'undo')
  const url = publicOrigin + linkPath(CHANGE_PATH, token, language)
  const content = oldEmail === null ? addedMail : changedMail
  const time = utcTime(appliedAt, language)
  await sendMail(email, content({ oldEmail, newEmail, language, time, url, place }))
}
