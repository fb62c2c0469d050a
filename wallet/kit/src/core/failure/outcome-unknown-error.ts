import { BaseError } from '@bullring/errors/base-error'

/**
 * The wallet did not say whether it sent the transaction: it responded without a hash, or not at all, and the chain
 * does not show it.
 *
 * @remedy Look in the wallet for the transaction before sending it again.
 */
export class OutcomeUnknownError extends BaseError {
  override readonly name = 'OutcomeUnknownError'
  readonly code = 'wallet.outcome-unknown'

  constructor() {
    super('The wallet did not say whether it sent the transaction')
  }
}
