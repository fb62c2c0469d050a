import { BaseError } from '@bullring/errors/base-error'
import { defineHttpError, HttpError } from '@bullring/server/http/http-error'

/** The cursor was not issued by this history. */
export const UnknownCursorError = defineHttpError({
  name: 'UnknownCursorError',
  code: 'history.unknown-cursor',
  status: 422,
  message: 'This cursor does not belong to this history.',
})

/** The block explorer does not respond, refuses, or sends an invalid response. */
export class ExplorerFailedError extends HttpError {
  override readonly name = 'ExplorerFailedError'
  readonly code = 'history.explorer-failed'
  readonly status = 502
  override readonly isRetryable = true
  /** Explorers limit the requests per second. */
  override readonly headers = { 'retry-after': '1' }

  constructor(cause: unknown) {
    super('The block explorer does not respond. Try again later.', { cause })
  }
}

/** The chain grew or was rolled back while a step of the history was reading it. */
export class HistoryMovedError extends BaseError {
  override readonly name = 'HistoryMovedError'
  readonly code = 'history.chain-moved'
  override readonly isRetryable = true

  constructor() {
    super('The chain changed while it was read.')
  }
}
