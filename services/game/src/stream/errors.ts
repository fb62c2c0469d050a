import { HttpError } from '@bullring/server/http/http-error'

/** One address holds as many streams as it may. */
export class TooManyStreamsError extends HttpError {
  override readonly name = 'TooManyStreamsError'
  readonly code = 'stream.too-many-clients'
  readonly status = 429
  override readonly isRetryable = true
  override readonly headers = { 'retry-after': '30' }

  constructor() {
    super('Too many live connections from this address. Close some first.')
  }
}
