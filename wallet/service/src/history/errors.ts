import { BaseError } from '@bullring/errors/base-error'

/**
 * The chain changed while its history was read.
 *
 * @remedy None: it is retried.
 */
export class HistoryMovedError extends BaseError {
  override readonly name = 'HistoryMovedError'
  readonly code = 'history.chain-moved'
  override readonly isRetryable = true

  constructor() {
    super('The chain changed while it was read.')
  }
}
