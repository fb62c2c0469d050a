import { defineHttpError } from '@bullring/server/http/http-error'

/** One address already holds the maximum number of live connections. */
export const TooManyStreamsError = defineHttpError({
  name: 'TooManyStreamsError',
  code: 'stream.too-many-clients',
  status: 429,
  isRetryable: true,
  message: () => 'Too many live connections from this address. Close some first.',
  headers: () => ({ 'retry-after': '30' }),
})
