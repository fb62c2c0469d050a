import { BaseError } from '@bullring/errors/base-error'

/** A bet on the round waits for the owners of a Safe already. */
export class BetQueuedError extends BaseError {
  override readonly name = 'BetQueuedError'
  readonly code = 'safe.bet-queued'

  constructor() {
    super('A bet on this round is in the queue of the Safe')
  }
}
