import { HttpError } from '@bullring/server/http/http-error'

/** No round has this epoch yet. */
export class UnknownEpochError extends HttpError {
  override readonly name = 'UnknownEpochError'
  readonly code = 'round.unknown-epoch'
  readonly status = 404

  constructor() {
    super('There is no round of this epoch.')
  }
}

/** The market has not started. */
export class NoOpenRoundError extends HttpError {
  override readonly name = 'NoOpenRoundError'
  readonly code = 'round.none-open'
  readonly status = 404
  override readonly isRetryable = true

  constructor() {
    super('The first round has not started yet.')
  }
}

/** The first round still takes bets, so none is locked. */
export class NoLiveRoundError extends HttpError {
  override readonly name = 'NoLiveRoundError'
  readonly code = 'round.none-live'
  readonly status = 404
  override readonly isRetryable = true

  constructor() {
    super('No round is live yet.')
  }
}
