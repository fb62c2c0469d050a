import { BaseError } from '@bullring/errors/base-error'
import { HttpError } from '@bullring/server/http/http-error'

/** A cursor that no page of the history has given. */
export class UnknownCursorError extends HttpError {
  override readonly name = 'UnknownCursorError'
  readonly code = 'history.unknown-cursor'
  readonly status = 422

  constructor() {
    super('This cursor is not one of this history.')
  }
}

/** The service has no source of transactions for this chain. */
export class NoHistoryError extends HttpError {
  override readonly name = 'NoHistoryError'
  readonly code = 'history.not-configured'
  readonly status = 501

  constructor(chainId: number) {
    super(`There is no history of the chain ${chainId} here.`)
  }
}

/** The block explorer does not answer, refuses, or answers nonsense. */
export class ExplorerFailedError extends HttpError {
  override readonly name = 'ExplorerFailedError'
  readonly code = 'history.explorer-failed'
  readonly status = 502
  override readonly isRetryable = true

  constructor(options?: ErrorOptions) {
    super('The block explorer does not answer. Try again later.', options)
  }
}

/** The chain went on, or back, while a step of the history was reading it. */
export class HistoryMovedError extends BaseError {
  override readonly name = 'HistoryMovedError'
  readonly code = 'history.chain-moved'
  override readonly isRetryable = true

  constructor() {
    super('The chain changed while it was read.')
  }
}
