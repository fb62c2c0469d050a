import { defineHttpError } from '@bullring/server/http/http-error'

/** Too many mails to this address or for this IP address. The message is shown to the visitor. */
export const TooManyMailsError = defineHttpError({
  name: 'TooManyMailsError',
  code: 'custody.too-many-mails',
  status: 429,
  isRetryable: true,
  message: (seconds: number) =>
    seconds < 120
      ? `Please try again after ${seconds} seconds`
      : `Please try again after ${Math.ceil(seconds / 60)} minutes`,
  headers: (seconds) => ({ 'retry-after': String(seconds) }),
})
