import type { RequestDevice } from '@bullring/server/device/verify-device-request'
import type { MailAllowance } from '@bullring/server/limits/mail-allowance'
import type { SendMail } from '@bullring/server/mail/create-mailer'
import { linkPath } from '@bullring/server/mail/mail-language'
import { renderMail } from '@bullring/server/mail/render-mail'
import { utcTime } from '@bullring/server/mail/utc-time'
import { hashToken } from '@bullring/server/secret-token'
import type { EmailStartResponse } from '@bullring/wire/embedded/custody-api/email'
import type { Language } from '@bullring/wire/text/languages'
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { CustodyTables } from '../db/schema.ts'
import { findSession } from '../db/sessions.queries.ts'
import { isTrusted } from '../db/trusted-devices.queries.ts'
import { hasWalletOfEmail } from '../db/wallets.queries.ts'
import { deviceMail } from './device-mail.ts'
import { DEVICE_PATH } from './device-page.ts'
import { addDeviceRequest } from './device-requests.queries.ts'

export type StartEmailDeps = {
  db: Kysely<CustodyTables>
  sendMail: SendMail
  mails: MailAllowance
  /** Where browsers reach the service. */
  publicOrigin: string
  nowS: Clock
}

/**
 * Begins a login by email. An address without a wallet needs the vault's code only: there is nothing to protect yet.
 *
 * @throws {TooManyMailsError} @throws {MailsUsedUpError} @throws {MailNotSentError}
 */
export async function startEmail(
  deps: StartEmailDeps,
  email: string,
  caller: { device: RequestDevice; ip: string; label: string; language: Language },
): Promise<EmailStartResponse> {
  const { db, nowS } = deps
  const { device } = caller
  if (await isSignedIn(deps, email, device)) return { action: 'CONNECT' }
  const login = { email, deviceId: device.id }
  const isKnown = !(await hasWalletOfEmail(db, email)) || (await isTrusted(db, login, nowS()))
  if (isKnown) return { action: 'VERIFY_OTP' }
  const { ip, label, language } = caller
  const request = { ...login, origin: device.origin, ip, label }
  const token = await db.transaction().execute(async (trx) => {
    await deps.mails.take(trx, { email, ip, hasWallet: true })
    return await addDeviceRequest(trx, request, nowS())
  })
  const url = deps.publicOrigin + linkPath(DEVICE_PATH, token, language)
  const mail = await renderMail(
    deviceMail({ ...request, language, url, time: utcTime(nowS(), language) }),
  )
  await deps.sendMail(email, mail).catch(async (error: unknown) => {
    await db.deleteFrom('device_requests').where('token_hash', '=', hashToken(token)).execute()
    await deps.mails.giveBack(db, { email, ip, hasWallet: true })
    throw error
  })
  return { action: 'VERIFY_DEVICE' }
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
