import { defineHttpError } from '@bullring/server/http/http-error'
import { defineLimitError } from '@bullring/server/limits/define-limit-error'

/**
 * `MAIL_URL` refused the mail or did not respond.
 *
 * @remedy Try again in a minute.
 */
export const MailNotSentError = defineHttpError({
  name: 'MailNotSentError',
  code: 'mail.not-sent',
  status: 502,
  isRetryable: true,
  message: 'The mail could not be sent. Please try again in a minute.',
})

/**
 * The 2,000 mails an hour of the service are used up.
 *
 * @remedy See the [runbook](runbooks/embedded-wallet.md).
 */
export const MailsUsedUpError = defineLimitError({
  name: 'MailsUsedUpError',
  code: 'mail.used-up',
  text: 'Too many people are requesting emails at the moment.',
})
