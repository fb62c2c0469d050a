import { BaseError } from '@bullring/errors/base-error'

/** The owners of a Safe were too late for a bet: nothing was staked. */
export class OwnersTooLateError extends BaseError {
  override readonly name = 'OwnersTooLateError'
  readonly code = 'safe.owners-too-late'

  constructor() {
    super('The round has closed before the owners of the Safe have executed the bet')
  }
}
