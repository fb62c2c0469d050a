import type { SendMail } from '@bullring/login-server/mail/create-mailer'
import type { MailContent } from '@bullring/login-server/mail/render-mail'
import { errorSummary } from '@bullring/server/error-summary'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { noticeReceivers } from '../db/notice-receivers.queries.ts'

/** Owner of a wallet. `before`: addresses that could log in to it before a change. */
export type Owner = { userId: string; before?: readonly string[] }

/** Mails an owner that something happened. A mail that fails changes nothing. Never throws. */
export type NotifyOwner<details> = (owner: Owner, details: details) => void

export type NoticeDeps = { db: Database; log: Logger; sendMail: SendMail }

/**
 * Creates a function that mails a notice to all addresses that can log in to a wallet.
 *
 * @param contentOf - Called once for each mail: links differ.
 */
export function createNotice<details>(
  { db, log, sendMail }: NoticeDeps,
  contentOf: (details: details, owner: Owner) => MailContent | Promise<MailContent>,
): NotifyOwner<details> {
  const notify = async (owner: Owner, details: details) => {
    const now = await noticeReceivers(db, owner.userId)
    const send = async (email: string) => await sendMail(email, await contentOf(details, owner))
    // One mail that fails must not keep the others back.
    for (const email of new Set([...(owner.before ?? []), ...now])) await send(email).catch(warn)
  }
  const warn = (error: unknown) =>
    log.warn({ error: errorSummary(error) }, 'notice to the owner failed')
  return (owner, details) => {
    notify(owner, details).catch(warn)
  }
}
