import { BaseError } from '@bullring/errors/base-error'

/** An error whose message is written for the user of the app and holds no secret. */
export abstract class ShownError extends BaseError {}

/** The app sent a request that its standard does not allow. */
export class InvalidRequestError extends ShownError {
  override readonly name = 'InvalidRequestError'
  readonly code = 'approval.invalid-request'
}

/** A node refused the call. `data` is the revert data, if it was an execution. */
export class ChainError extends ShownError {
  override readonly name = 'ChainError'
  readonly code = 'approval.chain-error'
  readonly data: unknown

  constructor(message: string, data: unknown, options?: ErrorOptions) {
    super(message, options)
    this.data = data
  }
}
