import { BaseError } from '@bullring/errors/base-error'

/**
 * The wallet cannot add the network (R-NETWORK-2).
 *
 * @remedy Add it in the wallet.
 */
export class ChainNotSupportedError extends BaseError {
  override readonly name = 'ChainNotSupportedError'
  readonly code = 'wallet-kit.chain-not-supported'

  constructor(options?: ErrorOptions) {
    super('Chain is not supported', options)
  }
}
