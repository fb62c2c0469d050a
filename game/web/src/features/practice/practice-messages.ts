import { defineMessages, message } from '#i18n/message.ts'

/** Texts of practice, which is always named as such. */
export const PRACTICE_MESSAGES = defineMessages('practice', {
  badge: 'Practice',
  offer: 'Play this round without a wallet and without money',
  title: 'Practice round',
  intro:
    'Real rounds, real prices, real odds, but points instead of money. Practice is kept on this device and counts nowhere else.',
  points: message('{points, plural, one {# point} other {# points}}', 'points'),
  stake: 'Points to bet',
  bet: message('{position, select, bull {UP} other {DOWN}}', 'position'),
  pays: message('pays {multiple}x', 'multiple'),
  closed: 'Bets on this round are closed. The next one opens in a moment.',
  placed: message(
    '{position, select, bull {UP} other {DOWN}}, {stake, plural, one {# point} other {# points}}, round #{epoch}: waiting for the result',
    'position',
    'stake',
    'epoch',
  ),
  won: message(
    'Round #{epoch}: won {gain, plural, one {# point} other {# points}}',
    'epoch',
    'gain',
  ),
  lost: message(
    'Round #{epoch}: lost {loss, plural, one {# point} other {# points}}',
    'epoch',
    'loss',
  ),
  returned: message('Round #{epoch}: your points came back', 'epoch'),
  restart: 'Start again with 1,000 points',
  real: 'Play for real',
})
