import { BaseError } from '@bullring/errors/base-error'

/**
 * The wallet did not respond to a request in time.
 *
 * @remedy Open the wallet, respond to the request or close it, and try again.
 */
export class WalletSilentError extends BaseError {
  override readonly name = 'WalletSilentError'
  readonly code = 'wallet.silent'

  constructor() {
    super('The wallet did not respond')
  }
}
