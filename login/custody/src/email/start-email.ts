import type { EmailStartResponse } from '@bullring/login-api/custody-api/email'
import type { RequestDevice } from '@bullring/login-server/device/verify-device-request'
import type { SendMail } from '@bullring/login-server/mail/create-mailer'
import { MailsUsedUpError } from '@bullring/login-server/mail/errors'
import type { MailAllowance } from '@bullring/login-server/mail/mail-allowance'
import { linkPath } from '@bullring/login-server/mail/mail-language'
import { utcTime } from '@bullring/login-server/mail/utc-time'
import { hashToken } from '@bullring/login-server/secret-token'
import type { Language } from '@bullring/wire/text/languages'
import type { Kysely } from 'kysely'
import type { CustodyTables } from '../db/schema.ts'
import { findSession } from '../db/sessions.queries.ts'
import { isTrusted } from '../db/trusted-devices.queries.ts'
import { hasWalletOfEmail } from '../db/wallets.queries.ts'
import { AddressUsedUpError, UseLatestMailError } from '../limits/create-mail-allowance.ts'
import { deviceMail } from './device-mail.ts'
import { DEVICE_PATH } from './device-page.ts'
import {
  addCodedRequest,
  addDeviceRequest,
  type DeviceRequest,
  type MailedLink,
  mailedLinks,
} from './device-requests.queries.ts'
import { type MailboxReceiptDeps, mailboxReceipt } from './mailbox-receipt.ts'

export type StartEmailDeps = MailboxReceiptDeps & {
  db: Kysely<CustodyTables>
  sendMail: SendMail
  mails: MailAllowance
  /** Public origin of the service. */
  publicOrigin: string
}

/**
 * Begins a login by email. An address without a wallet needs the vault's code only: there is nothing to protect yet.
 *
 * @throws {TooManyMailsError} @throws {AddressUsedUpError} @throws {UseLatestMailError} @throws {MailsUsedUpError} @throws {MailNotSentError}
 */
export async function startEmail(
  deps: StartEmailDeps,
  email: string,
  caller: { device: RequestDevice; ip: string; label: string; language: Language },
): Promise<EmailStartResponse> {
  const { db, nowS } = deps
  const { device, ip, label, language } = caller
  if (await isSignedIn(deps, email, device)) return { action: 'CONNECT' }
  const login = { email, deviceId: device.id }
  if (!(await hasWalletOfEmail(db, email))) return { action: 'VERIFY_OTP' }
  if (await isTrusted(db, login, nowS())) {
    return { action: 'VERIFY_OTP', receipt: await mailboxReceipt(deps, login) }
  }
  await mailLink(deps, { ...login, origin: device.origin, ip, label }, language)
  return { action: 'VERIFY_DEVICE' }
}

async function mailLink(
  deps: StartEmailDeps,
  request: DeviceRequest,
  language: Language,
): Promise<void> {
  const { db, mails, nowS } = deps
  const { email } = request
  const counted = { ...request, hasWallet: true, cause: 'login' } as const
  const token = await db
    .transaction()
    .execute(async (trx) => {
      await mails.take(trx, counted)
      return await addDeviceRequest(trx, request, nowS())
    })
    .catch((error: unknown) => {
      if (error instanceof AddressUsedUpError || error instanceof MailsUsedUpError) {
        return offerCode(deps, request, error)
      }
      throw error
    })
  const url = deps.publicOrigin + linkPath(DEVICE_PATH, token, language)
  const mail = deviceMail({ ...request, language, url, time: utcTime(nowS(), language) })
  await deps.sendMail(email, mail).catch(async (error: unknown) => {
    await db.deleteFrom('device_requests').where('token_hash', '=', hashToken(token)).execute()
    await mails.giveBack(db, counted)
    throw error
  })
}

/**
 * Gives a device a code for the latest mail, which the owner has: strangers may have caused all mails of the address, or of all
 * addresses. Without a mail of the last day, and while a link of this device is valid, the device has to wait.
 *
 * @throws {UseLatestMailError} @throws {TooManyMailsError} and `usedUp`.
 */
async function offerCode(
  { db, mails, nowS }: StartEmailDeps,
  request: DeviceRequest,
  usedUp: Error,
): Promise<never> {
  const links = await mailedLinks(db, request.email)
  if (links.length === 0 || links.some((link) => isPendingFor(link, request, nowS()))) throw usedUp
  const code = await db.transaction().execute(async (trx) => {
    await mails.takeOfCaller(trx, request)
    return await addCodedRequest(trx, request, nowS())
  })
  throw new UseLatestMailError(code)
}

function isPendingFor(link: MailedLink, { deviceId }: DeviceRequest, nowS: number): boolean {
  return link.deviceId === deviceId && link.state === 'pending' && link.expiresAt > nowS
}

async function isSignedIn(
  { db, nowS }: StartEmailDeps,
  email: string,
  { id: deviceId, token }: RequestDevice,
): Promise<boolean> {
  if (token === null) return false
  const found = { hash: hashToken(token), deviceId, nowS: nowS() }
  const session = await findSession(db, found)
  return session?.user.provider === 'email' && session.user.email === email
}
