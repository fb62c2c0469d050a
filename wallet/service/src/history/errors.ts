import { BaseError } from '@bullring/errors/base-error'

/**
 * The chain changed while a step of the history was reading it.
 *
 * @remedy None: the next step reads it again.
 */
export class HistoryMovedError extends BaseError {
  override readonly name = 'HistoryMovedError'
  readonly code = 'history.chain-moved'
  override readonly isRetryable = true

  constructor() {
    super('The chain changed while it was read.')
  }
}
