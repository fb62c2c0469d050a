import { BaseError } from '@bullring/errors/base-error'

/** The signature does not belong to account and message. */
export class SignatureRejectedError extends BaseError {
  override readonly name = 'SignatureRejectedError'
  readonly code = 'wallet-kit.signature-rejected'
}
