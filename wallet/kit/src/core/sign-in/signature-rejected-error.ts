import { BaseError } from '@bullring/errors/base-error'

/**
 * The signature does not match account and message.
 *
 * @remedy A contract wallet must support ERC-1271.
 */
export class SignatureRejectedError extends BaseError {
  override readonly name = 'SignatureRejectedError'
  readonly code = 'wallet-kit.signature-rejected'
}
