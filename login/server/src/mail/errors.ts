import { defineHttpError } from '@bullring/server/http/http-error'
import { defineLimitError } from '@bullring/server/limits/define-limit-error'

/** The mail server refused the mail or did not respond. */
export const MailNotSentError = defineHttpError({
  name: 'MailNotSentError',
  code: 'mail.not-sent',
  status: 502,
  isRetryable: true,
  message: 'The mail could not be sent. Please try again in a minute.',
})

/** The service has mailed as often as it may for all visitors together. */
export const MailsUsedUpError = defineLimitError({
  name: 'MailsUsedUpError',
  code: 'mail.used-up',
  text: 'Too many people are requesting emails at the moment.',
})
