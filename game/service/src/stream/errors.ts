import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * One address, or all together, hold the maximum number of live connections.
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
