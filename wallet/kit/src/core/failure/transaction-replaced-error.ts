import { BaseError } from '@bullring/errors/base-error'

/**
 * The wallet sent a different transaction with the same nonce, so the requested one never happened.
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
