import type { SendMail } from '@bullring/login-server/mail/create-mailer'
import type { Mail, MailAllowance } from '@bullring/login-server/mail/mail-allowance'
import type { Place } from '@bullring/login-server/mail/place'
import type { Language } from '@bullring/wire/text/languages'
import type { Database } from '../db/database.ts'
import { hasWalletOfEmail } from '../logins/account-shares.queries.ts'
import type { CodeBinding } from './code-hash.ts'
import { createCode } from './otp.queries.ts'
import { codeMail } from './otp-mail.ts'

export type SendCodeDeps = {
  db: Database
  /** Key of the codes' hashes. */
  codeKey: Buffer
  sendMail: SendMail
  mails: MailAllowance
}

/** Recipient of a code, and the mail's language. */
export type CodeRequest = {
  place: Place
  language: Language
  /** Whether the caller has shown access to the mailbox before. */
  isOwner: boolean
}

/**
 * Mails a code.
 *
 * @throws {MailLimitError} within the cooldown, or when the address or the caller has had its mails.
 * @throws {MailsUsedUpError}
 * @throws {MailNotSentError} and counts nothing then.
 */
export async function sendCode(
  { db, codeKey, sendMail, mails }: SendCodeDeps,
  binding: CodeBinding,
  { place, language, isOwner }: CodeRequest,
): Promise<void> {
  const { email, purpose, newEmail } = binding
  const hasWallet = await hasWalletOfEmail(db, email)
  const mail: Mail = { email, ip: place.ip, hasWallet, cause: isOwner ? 'owner' : 'login' }
  const code = await db.transaction().execute(async (trx) => {
    await mails.take(trx, mail)
    return await createCode(trx, codeKey, binding, isOwner)
  })
  try {
    await sendMail(email, codeMail({ purpose, code, language, newEmail, place }))
  } catch (error) {
    await mails.giveBack(db, mail)
    throw error
  }
}
