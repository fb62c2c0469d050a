import { HttpError } from '@bullring/server/http/http-error'

/** The index has not reached the head of the chain yet. */
export class NotReadyError extends HttpError {
  override readonly name = 'NotReadyError'
  readonly code = 'service.not-ready'
  readonly status = 503
  override readonly isRetryable = true
  override readonly headers = { 'retry-after': '2' }

  constructor() {
    super('The service is still reading the chain. Try again in a moment.')
  }
}
