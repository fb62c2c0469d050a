import { BaseError } from '@bullring/errors/base-error'

/**
 * A transaction built by the wallet service differs from what the user saw. It is never sent.
 *
 * @remedy Check the service, and the kit's `swapRouters`.
 */
export class UnexpectedTransactionError extends BaseError {
  override readonly name = 'UnexpectedTransactionError'
  readonly code = 'wallet-kit.unexpected-transaction'

  constructor(difference: string) {
    super(`The transaction of the wallet service is not the one shown: ${difference}.`)
  }
}
