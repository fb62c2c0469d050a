import type { Window } from '@bullring/server/limits/take-allowance'
import type { SendMail } from '@bullring/server/mail/create-mailer'
import { OTP_COOLDOWN_SECONDS } from '@bullring/wire/embedded/vault-api/otp'
import type { Language } from '@bullring/wire/game-api/languages'
import type { Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { VaultTables } from '../db/schema.ts'
import { returnAllowance, takeAllowance } from '../limits/take-allowance.ts'
import type { CodeBinding } from './code-hash.ts'
import { MailLimitError } from './errors.ts'
import { createCode } from './otp.queries.ts'
import { renderCodeMail } from './otp-mail.ts'

export type SendCodeDeps = {
  db: Database
  /** Key of the codes' hashes. */
  codeKey: Buffer
  sendMail: SendMail
  mailLimits: MailLimits
}

/** How many mails may be sent. */
export type MailLimits = {
  /** To one address per hour and per day. */
  perHour: number
  perDay: number
  /** For one IP address per hour. */
  perHourAndIp: number
}

/** For whom a code is, and the mail's language. */
export type CodeRequest = { ip: string; language: Language }

/**
 * Mails a code.
 *
 * @throws {MailLimitError} within the cooldown, or when the address or the caller has had its mails.
 * @throws {MailNotSentError} and counts nothing then.
 */
export async function sendCode(
  { db, codeKey, sendMail, mailLimits }: SendCodeDeps,
  binding: CodeBinding,
  { ip, language }: CodeRequest,
): Promise<void> {
  const { email, purpose, newEmail } = binding
  const code = await db.transaction().execute(async (trx) => {
    await takeMail(trx, mailLimits, email, ip)
    return await createCode(trx, codeKey, binding)
  })
  try {
    await sendMail(email, await renderCodeMail({ purpose, code, language, newEmail }))
  } catch (error) {
    await returnMail(db, email, ip)
    throw error
  }
}

async function takeMail(
  trx: Transaction<VaultTables>,
  limits: MailLimits,
  email: string,
  ip: string,
): Promise<void> {
  const waits = [
    await takeAllowance(trx, { kind: 'mail-from', key: ip, windows: ipWindows(limits) }),
    await takeAllowance(trx, { kind: 'mail-to', key: email, windows: addressWindows(limits) }),
  ]
  const wait = Math.max(...waits)
  if (wait > 0) throw new MailLimitError(wait)
}

function ipWindows({ perHourAndIp }: MailLimits): Window[] {
  return [{ seconds: 3_600, max: perHourAndIp }]
}

function addressWindows({ perHour, perDay }: MailLimits): Window[] {
  return [
    { seconds: OTP_COOLDOWN_SECONDS, max: 1 },
    { seconds: 3_600, max: perHour },
    { seconds: 86_400, max: perDay },
  ]
}

/** Forgets the newest mail to an address: it was never sent. */
async function returnMail(db: Database, email: string, ip: string): Promise<void> {
  await returnAllowance(db, { kind: 'mail-to', key: email })
  await returnAllowance(db, { kind: 'mail-from', key: ip })
}
