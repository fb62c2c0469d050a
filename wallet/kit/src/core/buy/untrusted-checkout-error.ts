import { BaseError } from '@bullring/errors/base-error'

/**
 * The wallet service returned a checkout that is no secure web page. It is never opened.
 *
 * @remedy Let the proxy forward scheme and host.
 */
export class UntrustedCheckoutError extends BaseError {
  override readonly name = 'UntrustedCheckoutError'
  readonly code = 'wallet-kit.untrusted-checkout'

  constructor() {
    super('The wallet service returned a checkout that is not a secure web page.')
  }
}
