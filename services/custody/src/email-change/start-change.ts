import type { RequestDevice } from '@bullring/server/device/verify-device-request'
import type { SendMail } from '@bullring/server/mail/create-mailer'
import { renderMail } from '@bullring/server/mail/render-mail'
import { utcTime } from '@bullring/server/mail/utc-time'
import type { EmailChangeResponse } from '@bullring/wire/embedded/custody-api/email-change'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../clock.ts'
import { findLoginEmail } from '../db/identities.queries.ts'
import type { CustodyTables } from '../db/schema.ts'
import { lockSession } from '../http/require-session.ts'
import { returnMail, takeMail } from '../limits/take-mail.ts'
import { changeMail } from './change-mails.ts'
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
  /** Where browsers reach the service. */
  publicOrigin: string
  nowS: Clock
}

type Caller = { device: RequestDevice; ip: string; label: string }

/** A mail to send, once the link that it has is stored. */
type Request = { change: EmailChange & { oldEmail: string }; token: string; hash: Buffer }

/**
 * Begins to change the address of the session's user: mails a link to the current one. An approval is kept, so that the
 * request can be repeated. Whether the new address has an account is not revealed here.
 *
 * @throws {NoSessionError} @throws {NoEmailError} @throws {EmailInUseError} @throws {TooManyMailsError} @throws {MailNotSentError}
 */
export async function startChange(
  deps: StartChangeDeps,
  caller: Caller,
  newEmail: string,
): Promise<EmailChangeResponse> {
  const { db, nowS } = deps
  const request = await db.transaction().execute((trx) => storeChange(trx, caller, newEmail, nowS))
  if (request === 'approved') return { state: 'approved' }
  await mailRequest(deps, request)
  return { state: 'pending' }
}

async function storeChange(
  trx: Transaction<CustodyTables>,
  { device, ip, label }: Caller,
  newEmail: string,
  nowS: Clock,
): Promise<Request | 'approved'> {
  const { user } = await lockSession(trx, nowS, device)
  const userId = user.id
  const oldEmail = await findLoginEmail(trx, userId)
  if (oldEmail === null) throw new NoEmailError()
  if (oldEmail === newEmail) throw new EmailInUseError()
  const origin = device.origin
  const change = { userId, deviceId: device.id, oldEmail, newEmail, origin, ip, label }
  const found = await findChange(trx, change, nowS())
  const isSame = found !== null && found.oldEmail === oldEmail
  if (isSame && found.state === 'approved') return 'approved'
  await takeMail(trx, { email: oldEmail, ip }, nowS())
  const id = isSame && found.state === 'pending' ? found.id : await addChange(trx, change, nowS())
  return { change: { ...change, oldEmail }, ...(await addLink(trx, id, 'approve')) }
}

async function mailRequest(
  { db, sendMail, publicOrigin, nowS }: StartChangeDeps,
  { change, token, hash }: Request,
): Promise<void> {
  const url = `${publicOrigin}/email-change?t=${token}`
  const mail = await renderMail(changeMail({ ...change, url, time: utcTime(nowS()) }))
  await sendMail(change.oldEmail, mail).catch(async (error: unknown) => {
    await deleteLink(db, hash)
    await returnMail(db, { email: change.oldEmail, ip: change.ip })
    throw error
  })
}
