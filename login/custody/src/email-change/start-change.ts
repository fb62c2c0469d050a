import type { EmailChangeResponse } from '@bullring/login-api/custody-api/email-change'
import type { RequestDevice } from '@bullring/login-server/device/verify-device-request'
import type { SendMail } from '@bullring/login-server/mail/create-mailer'
import type { Mail, MailAllowance } from '@bullring/login-server/mail/mail-allowance'
import { linkPath } from '@bullring/login-server/mail/mail-language'
import { utcTime } from '@bullring/login-server/mail/utc-time'
import type { Language } from '@bullring/wire/text/languages'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../clock.ts'
import { findLoginEmail } from '../db/identities.queries.ts'
import type { CustodyTables } from '../db/schema.ts'
import { lockSession, requireFresh } from '../http/require-session.ts'
import { changeMail, firstEmailMail } from './change-mails.ts'
import { CHANGE_PATH } from './change-page.ts'
import {
  addChange,
  addLink,
  deleteLink,
  type EmailChange,
  findChange,
} from './email-changes.queries.ts'
import { EmailInUseError, NoEmailError } from './errors.ts'

export type StartChangeDeps = {
  db: Kysely<CustodyTables>
  sendMail: SendMail
  mails: MailAllowance
  /** Public origin of the service. */
  publicOrigin: string
  /** Origins of the dashboard, the only page on which a wallet gets its first address. */
  dashboardOrigins: readonly string[]
  nowS: Clock
}

type Caller = { device: RequestDevice; ip: string; label: string; language: Language }

/** A mail to send, once the link that it has is stored. */
type Request = { change: EmailChange; token: string; hash: Buffer }

/**
 * Begins to change the address of the session's user: mails a link to the current one, or to the first one. An approval is kept, so that the
 * request can be repeated. Whether the new address has an account is not revealed here.
 *
 * @throws {NoSessionError} @throws {NoEmailError} @throws {NotFreshError} @throws {EmailInUseError} @throws {TooManyMailsError} @throws {MailsUsedUpError} @throws {MailNotSentError}
 */
export async function startChange(
  deps: StartChangeDeps,
  caller: Caller,
  newEmail: string,
): Promise<EmailChangeResponse> {
  const { db } = deps
  const request = await db.transaction().execute((trx) => storeChange(trx, deps, caller, newEmail))
  if (request === 'approved') return { state: 'approved' }
  await mailRequest(deps, request)
  return { state: 'pending' }
}

async function storeChange(
  trx: Transaction<CustodyTables>,
  { nowS, dashboardOrigins, mails }: StartChangeDeps,
  { device, ip, label, language }: Caller,
  newEmail: string,
): Promise<Request | 'approved'> {
  const session = await lockSession(trx, nowS, device)
  const { id: userId } = session.user
  const oldEmail = await findLoginEmail(trx, userId)
  if (oldEmail === null) {
    if (!dashboardOrigins.includes(device.origin)) throw new NoEmailError()
    requireFresh(session, nowS())
  }
  if (oldEmail === newEmail) throw new EmailInUseError()
  const origin = device.origin
  const change = {
    userId,
    deviceId: device.id,
    oldEmail,
    newEmail,
    language,
    origin,
    ip,
    label,
  }
  const found = await findChange(trx, change, nowS())
  const isSame = found !== null && found.oldEmail === oldEmail
  if (isSame && found.state === 'approved') return 'approved'
  await mails.take(trx, mailOf(change))
  const id = isSame && found.state === 'pending' ? found.id : await addChange(trx, change, nowS())
  return { change, ...(await addLink(trx, id, 'approve')) }
}

/** Returns the mail that requests approval: to the current address, or to the first one. */
function mailOf({ oldEmail, newEmail, ip }: EmailChange): Mail {
  const hasWallet = oldEmail !== null
  // A session of the wallet is not a stranger to its address, but to any other.
  const cause = hasWallet ? 'owner' : 'first-email'
  return { email: oldEmail ?? newEmail, ip, hasWallet, cause }
}

async function mailRequest(
  { db, sendMail, mails, publicOrigin, nowS }: StartChangeDeps,
  { change, token, hash }: Request,
): Promise<void> {
  const url = publicOrigin + linkPath(CHANGE_PATH, token, change.language)
  const content = change.oldEmail === null ? firstEmailMail : changeMail
  const mail = content({ ...change, url, time: utcTime(nowS(), change.language) })
  await sendMail(mailOf(change).email, mail).catch(async (error: unknown) => {
    await deleteLink(db, hash)
    await mails.giveBack(db, mailOf(change))
    throw error
  })
}
