import { BaseError } from '@bullring/errors/base-error'

/**
 * `WALLET_CATALOGUE_FILE` is missing or invalid.
 *
 * @remedy See its [format](configuration.md).
 */
export class InvalidCatalogueError extends BaseError {
  override readonly name = 'InvalidCatalogueError'
  readonly code = 'catalogue.invalid-file'

  constructor(reason: string, options?: ErrorOptions) {
    super(`The file at WALLET_CATALOGUE_FILE cannot be used: ${reason}`, options)
  }
}
