import { defineHttpError } from '@bullring/server/http/http-error'

/** The epoch is below 1 or above the open round's. */
export const UnknownEpochError = defineHttpError({
  name: 'UnknownEpochError',
  code: 'round.unknown-epoch',
  status: 404,
  message: 'There is no round with this epoch.',
})

/** The market has not started. */
export const NoOpenRoundError = defineHttpError({
  name: 'NoOpenRoundError',
  code: 'round.none-open',
  status: 404,
  isRetryable: true,
  message: 'The first round has not started yet.',
})

/** The first round still accepts bets. */
export const NoLiveRoundError = defineHttpError({
  name: 'NoLiveRoundError',
  code: 'round.none-live',
  status: 404,
  isRetryable: true,
  message: 'No round is live yet.',
})

/** Too many pictures are being drawn. */
export const BusyDrawingError = defineHttpError({
  name: 'BusyDrawingError',
  code: 'round.busy-drawing',
  status: 503,
  isRetryable: true,
  message: () => 'Too many pictures are being drawn. Try again in a moment.',
  headers: () => ({ 'retry-after': '5' }),
})
