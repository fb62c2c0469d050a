import { BaseError } from '@bullring/errors/base-error'

/** No price for a swap, or one for another amount. */
export class NoQuoteError extends BaseError {
  override readonly name = 'NoQuoteError'
  readonly code = 'wallet-kit.no-quote'
}
