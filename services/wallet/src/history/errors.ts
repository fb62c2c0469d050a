import { BaseError } from '@bullring/errors/base-error'
import { defineHttpError } from '@bullring/server/http/http-error'

/** The cursor was not issued by this history. */
export const UnknownCursorError = defineHttpError({
  name: 'UnknownCursorError',
  code: 'history.unknown-cursor',
  status: 422,
  message: 'This cursor does not belong to this history.',
})

/** The service has no source of transactions for this chain. */
export const NoHistoryError = defineHttpError({
  name: 'NoHistoryError',
  code: 'history.not-configured',
  status: 501,
  message: (chainId: number) => `There is no history of the chain ${chainId} here.`,
})

/** The block explorer does not respond, refuses, or sends an invalid response. */
export const ExplorerFailedError = defineHttpError({
  name: 'ExplorerFailedError',
  code: 'history.explorer-failed',
  status: 502,
  isRetryable: true,
  message: 'The block explorer does not respond. Try again later.',
})

/** The chain grew or was rolled back while a step of the history was reading it. */
export class HistoryMovedError extends BaseError {
  override readonly name = 'HistoryMovedError'
  readonly code = 'history.chain-moved'
  override readonly isRetryable = true

  constructor() {
    super('The chain changed while it was read.')
  }
}
