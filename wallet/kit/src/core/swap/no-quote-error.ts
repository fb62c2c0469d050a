import { BaseError } from '@bullring/errors/base-error'

/** There is no price for a swap. */
export class NoQuoteError extends BaseError {
  override readonly name = 'NoQuoteError'
  readonly code = 'wallet-kit.no-quote'
}
