import { defineMessages, type MessagesOf, message } from '#i18n/message.ts'

/** Texts of the strip of results. */
export const STRIP_MESSAGES = defineMessages('results', {
  title: 'Results',
  results: 'Results of the last rounds',
  round: message('Round {epoch}', 'epoch'),
  won: message(
    'Round {epoch}: {winner, select, bull {UP} other {DOWN}} won, {change}',
    'epoch',
    'winner',
    'change',
  ),
  houseWon: message('Round {epoch}: closed where it locked, the house won', 'epoch'),
  refunded: message('Round {epoch}: stakes returned', 'epoch'),
  /** The price moved, and no one had bet on it. */
  empty: message('Round {epoch}: no bets, {change}', 'epoch', 'change'),
  pending: message('Round {epoch}: waiting for the price', 'epoch'),
  withBet: message(
    '{result}. {own, select, won {You won.} lost {You lost.} returned {Your stake came back.} other {You are in.}}',
    'result',
    'own',
  ),
})

export type StripMessages = MessagesOf<typeof STRIP_MESSAGES>
