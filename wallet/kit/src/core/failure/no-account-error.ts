import { BaseError } from '@bullring/errors/base-error'

/**
 * The wallet connected without an account.
 *
 * @remedy Unlock the wallet, allow an account, and try again.
 */
export class NoAccountError extends BaseError {
  override readonly name = 'NoAccountError'
  readonly code = 'wallet-kit.no-account'

  constructor() {
    super('No accounts found')
  }
}
