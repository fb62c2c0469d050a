import { defineMessages, message } from '#i18n/message.ts'

/** Texts of the rail beside the chart. */
export const ACTIVITY_MESSAGES = defineMessages('activity', {
  bets: 'Live bets',
  noBets: 'No bets yet. The first one of each round appears here at once.',
  failed: 'Bets could not be loaded.',
  round: message('Round #{epoch}', 'epoch'),
  rounds: 'Last rounds',
  noRounds: 'The first result appears here when a round has closed.',
  won: message('{winner, select, bull {UP} other {DOWN}} won', 'winner'),
  houseWon: 'House won',
  refunded: 'Refund',
  empty: 'No bets',
  pending: 'Calculating',
})
