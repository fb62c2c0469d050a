import { defineMessages, type MessagesOf, message } from '#i18n/message.ts'

/** Texts of one-tap bets. */
export const ONE_TAP_MESSAGES = defineMessages('one-tap', {
  title: 'One-tap bets',
  offer: 'Approve limits once, then bet with one tap.',
  intro:
    'Approve these limits once. After that, the buttons on the card place your bet at once. You have 2 seconds to undo it.',
  stake: 'Stake per bet',
  unit: 'BNB',
  bets: 'How many bets',
  count: message('{count, plural, one {# bet} other {# bets}}', 'count'),
  until: 'For how long',
  hour: '1 hour',
  tonight: 'Until midnight',
  day: '24 hours',
  summary: message(
    'At most {stake} BNB a bet and {total} BNB in all, until {time}. Payouts go to your account.',
    'stake',
    'total',
    'time',
  ),
  continue: 'Continue in your wallet',
  waiting: 'Approve in your wallet...',
  isOn: 'One-tap bets are on',
  isOnDetail: message('{stake} BNB a bet, {total} BNB in all', 'stake', 'total'),
  notOn: 'One-tap bets are still off. Nothing was approved.',
  grantFailed: 'One-tap bets could not be switched on. Please try again.',
  noStorage: 'This browser blocks the storage that one-tap bets need.',
  badStake: 'Please enter one plain number, for example 0.05',
  belowMinimum: message('The smallest bet is {minimum} BNB', 'minimum'),
  left: 'Left',
  leftOf: message('{left} of {total} BNB', 'left', 'total'),
  ends: 'Ends',
  each: 'Each bet',
  onDetail:
    'The buttons on the card bet at once. Press the same button again within 2 seconds to undo.',
  claimsToo: 'Payouts are collected with one tap, too.',
  turnOff: 'Turn off',
  turningOff: 'Ending the permission...',
  isOff: 'One-tap bets are off',
  offHere: message(
    'This browser can no longer use the permission. It ends {time}, or now in the settings of your wallet.',
    'time',
  ),
  chip: message('One tap: {left} BNB left', 'left'),
  announce: message(
    'Betting {stake} BNB on {position, select, bull {UP} other {DOWN}} in 2 seconds. Press the button again to undo.',
    'position',
    'stake',
  ),
  undone: 'The bet was undone. Nothing was sent.',
  usedUp: 'The limit is used up. One-tap bets are off.',
  limit: 'The limit does not allow another bet. One-tap bets are off.',
  expired: 'The permission has ended. One-tap bets are off.',
  revoked: 'The permission was revoked. One-tap bets are off.',
  rate: 'Too many bets in a minute. Please wait a moment.',
  locked: 'The round locked before the bet arrived. Nothing was staked.',
  balance: 'Insufficient BNB balance. Nothing was sent.',
  offline: 'No connection. Nothing was sent.',
  unavailable:
    'The service that sends bets does not respond. If this bet still arrives, the card shows it.',
  budget: 'The operator pays no more fees today. Turn one-tap bets off to bet with an approval.',
  expensive: 'Network fees are too high right now. Nothing was staked.',
  refused: 'The market refused the bet. Nothing was staked.',
  late: 'The bet was not included in a block in time. Nothing was staked.',
})

export type OneTapMessages = MessagesOf<typeof ONE_TAP_MESSAGES>
