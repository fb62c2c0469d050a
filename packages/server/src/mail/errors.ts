import { defineHttpError } from '../http/http-error.ts'

/** The mail server refused the mail or did not respond. */
export const MailNotSentError = defineHttpError({
  name: 'MailNotSentError',
  code: 'mail.not-sent',
  status: 502,
  isRetryable: true,
  message: 'The mail could not be sent. Please try again in a minute.',
})
