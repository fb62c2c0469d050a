import { type RenderedMail, renderMail } from '@bullring/server/mail/render-mail'
import { OTP_LIFETIME_SECONDS } from '@bullring/wire/embedded/vault-api/otp'
import type { StoredPurpose } from './code-hash.ts'

const MINUTES = OTP_LIFETIME_SECONDS / 60

const TEXTS: Readonly<
  Record<StoredPurpose, { subject: string; heading: string; paragraph: string }>
> = {
  login: {
    subject: 'Your login code',
    heading: 'Log in to Bullring',
    paragraph: 'Enter this code in the window where you are logging in.',
  },
  export: {
    subject: 'Your security code',
    heading: 'Confirm that it is you',
    paragraph:
      'Enter this code to show the recovery phrase of your wallet or to change its passkeys. Anyone who sees the phrase can take everything in the wallet.',
  },
  'update-primary': {
    subject: 'Confirm your current email',
    heading: 'Confirm your current email',
    paragraph:
      'Enter this code to change the email of your wallet to the new one below. From then on, anyone who can read that mailbox can use your wallet. Another email has the link with which you approve the change.',
  },
  'update-secondary': {
    subject: 'Confirm your new email',
    heading: 'Confirm your new email',
    paragraph: 'Enter this code to use this email for your wallet.',
  },
}

/**
 * Renders the mail that carries a code. It has no link, so that nothing in it can be followed by mistake.
 *
 * @param newEmail - The address to which an account is about to change.
 */
export function renderCodeMail(
  purpose: StoredPurpose,
  code: string,
  newEmail?: string,
): Promise<RenderedMail> {
  const { subject, heading, paragraph } = TEXTS[purpose]
  return renderMail({
    subject,
    preview: `The code expires in ${MINUTES} minutes.`,
    heading,
    paragraphs: [paragraph],
    code,
    // After the code: programs that look for six digits must not find them in an address.
    ...(newEmail !== undefined && { details: [{ label: 'New email', value: newEmail }] }),
    notes: [
      `The code expires in ${MINUTES} minutes and works once, in the browser that requested it.`,
      'We will never ask you for this code. If you did not request it, ignore this email: without the code, no one gets in.',
    ],
  })
}
