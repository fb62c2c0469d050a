import { BaseError } from '@bullring/errors/base-error'

/** A library cannot be packed. The message says why. */
export class PackError extends BaseError {
  override readonly name = 'PackError'
  readonly code = 'pack.failed'
}
