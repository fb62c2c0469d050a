import { BaseError } from '@bullring/errors/base-error'

/**
 * The wallet sent another transaction with the same nonce instead.
 *
 * @remedy Send again.
 */
export class TransactionReplacedError extends BaseError {
  override readonly name = 'TransactionReplacedError'
  readonly code = 'wallet.transaction-replaced'

  constructor() {
    super('The wallet sent another transaction instead')
  }
}
