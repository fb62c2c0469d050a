import { createMailer } from '@bullring/login-server/mail/create-mailer'
import type { MailContent } from '@bullring/login-server/mail/render-mail'
import { broken, type Check, on } from './finding.ts'
import { reasonOf } from './run-checks.ts'

const CAPABILITY = 'mail'

/**
 * Connects to the mail server, with TLS and login as the services do.
 *
 * @param recipient - Gets a mail; null for none.
 */
export function checkMail(
  { url, from }: { url: string; from: string },
  recipient: string | null,
): Check {
  return {
    capability: CAPABILITY,
    run: async () => {
      const mailer = createMailer({ url, from })
      try {
        await mailer.isReachable()
        if (recipient === null) return [on(CAPABILITY, 'the mail server accepts our login')]
        await mailer.send(recipient, TEST_MAIL)
        return [on(CAPABILITY, `sent to ${recipient}: look whether it is among spam`)]
      } catch (error) {
        const cause = (error as Error).cause ?? error
        return [broken(CAPABILITY, reasonOf(cause), 'MAIL_URL')]
      } finally {
        mailer.close()
      }
    },
  }
}

const TEXT = 'This mail shows that login codes of your installation arrive. npm run doctor sent it.'
const SUBJECT = 'Bullring can send mails'
const TEST_MAIL: MailContent = {
  language: 'en',
  subject: SUBJECT,
  preview: TEXT,
  heading: SUBJECT,
  paragraphs: [TEXT],
  notes: [],
}
