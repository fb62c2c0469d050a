import { BaseError } from '@bullring/errors/base-error'
import { HttpError } from '@bullring/server/http/http-error'

/**
 * The chain changed while its history was read.
 *
 * @remedy None: it is retried.
 */
export class HistoryMovedError extends BaseError {
  override readonly name = 'HistoryMovedError'
  readonly code = 'history.chain-moved'
  override readonly isRetryable = true

  constructor() {
    super('The chain changed while it was read.')
  }
}

/**
 * The game service, whose index lists bets and claims, does not respond, or responds invalidly.
 *
 * @remedy Check `WALLET_GAME_URL`.
 */
export class GameFailedError extends HttpError {
  override readonly name = 'GameFailedError'
  readonly code = 'history.game-failed'
  readonly status = 502
  override readonly isRetryable = true

  constructor(cause: unknown) {
    super('Bets cannot be listed now. Try again in a moment.', { cause })
  }
}
