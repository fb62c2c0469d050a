import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * The market sends no winnings: its contract cannot, or no keeper with the database of the game does.
 *
 * @remedy See `GAME_PAYOUT_DAILY_BUDGET`.
 */
export const PayoutsNotOfferedError = defineHttpError({
  name: 'PayoutsNotOfferedError',
  code: 'payouts.not-offered',
  status: 409,
  message: 'This market does not send winnings automatically.',
})
