import { BaseError } from '@bullring/errors/base-error'

/** The wallet does not know the network and will not learn of it (spec, section 8). */
export class ChainNotSupportedError extends BaseError {
  override readonly name = 'ChainNotSupportedError'
  readonly code = 'wallet-kit.chain-not-supported'

  constructor(options?: ErrorOptions) {
    super('Chain is not supported', options)
  }
}
