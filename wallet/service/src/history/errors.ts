import { BaseError } from '@bullring/errors/base-error'

/** The chain grew or was rolled back while a step of the history was reading it. */
export class HistoryMovedError extends BaseError {
  override readonly name = 'HistoryMovedError'
  readonly code = 'history.chain-moved'
  override readonly isRetryable = true

  constructor() {
    super('The chain changed while it was read.')
  }
}
