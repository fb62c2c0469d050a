import { OTP_LIFETIME_SECONDS } from '@bullring/login-api/vault-api/otp'
import { type Place, placeDetails } from '@bullring/login-server/mail/place'
import type { MailContent } from '@bullring/login-server/mail/render-mail'
import { fill } from '@bullring/wire/text/fill'
import type { Language } from '@bullring/wire/text/languages'
import { type Texts, textsIn } from '../texts/texts-in.ts'
import type { StoredPurpose } from './code-hash.ts'

const MINUTES = OTP_LIFETIME_SECONDS / 60

type CodeMail = {
  purpose: StoredPurpose
  code: string
  language: Language
  /** The address to which an account is about to change. */
  newEmail?: string | undefined
  place: Place
}

/** Returns the mail that carries a code. It has no link, so that nothing in it can be followed by mistake. */
export function codeMail({ purpose, code, language, newEmail, place }: CodeMail): MailContent {
  const { code: texts, common } = textsIn(language)
  const { subject, heading, paragraph } = textsOf(purpose, texts)
  return {
    language,
    subject,
    preview: fill(texts.expires, { minutes: MINUTES }),
    heading,
    paragraphs: [paragraph],
    code,
    // After the code: programs that look for six digits must not find them in an address.
    details: [
      ...(newEmail === undefined ? [] : [{ label: common.newEmail, value: newEmail }]),
      ...placeDetails(language, place),
    ],
    notes: [fill(texts.once, { minutes: MINUTES }), texts.never],
  }
}

function textsOf(purpose: StoredPurpose, texts: Texts['code']) {
  switch (purpose) {
    case 'login':
      return {
        subject: texts.loginSubject,
        heading: texts.loginHeading,
        paragraph: texts.loginText,
      }
    case 'export':
      return {
        subject: texts.exportSubject,
        heading: texts.exportHeading,
        paragraph: texts.exportText,
      }
    case 'update-primary':
      return {
        subject: texts.primarySubject,
        heading: texts.primarySubject,
        paragraph: texts.primaryText,
      }
    case 'update-secondary':
      return {
        subject: texts.secondarySubject,
        heading: texts.secondarySubject,
        paragraph: texts.secondaryText,
      }
  }
}
