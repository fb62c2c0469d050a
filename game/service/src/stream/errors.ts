import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * Too many live connections of one address, or in all.
 *
 * @remedy Raise `GAME_STREAMS_PER_IP`.
 */
export const TooManyStreamsError = defineHttpError({
  name: 'TooManyStreamsError',
  code: 'stream.too-many-clients',
  status: 429,
  isRetryable: true,
  message: () => 'Too many live connections. Close some first, or try again later.',
  headers: () => ({ 'retry-after': '30' }),
})
