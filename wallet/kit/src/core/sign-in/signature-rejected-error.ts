import { BaseError } from '@bullring/errors/base-error'

/**
 * The signature does not match account and message.
 *
 * @remedy Contract wallets need ERC-1271.
 */
export class SignatureRejectedError extends BaseError {
  override readonly name = 'SignatureRejectedError'
  readonly code = 'wallet-kit.signature-rejected'
}
