import { defineMessages, type MessagesOf, message } from '#i18n/message.ts'

/** Messages about the results of the visitor's bets. */
export const RESULT_MESSAGES = defineMessages('result', {
  title: 'Your result',
  away: 'While you were away',
  won: message('You won {amount} BNB', 'amount'),
  wonRound: message('You won round #{epoch}', 'epoch'),
  lost: message('You lost {amount} BNB', 'amount'),
  refunded: message('Your {amount} BNB comes back', 'amount'),
  several: message('{count, plural, one {# round} other {# rounds}}: {parts}', 'count', 'parts'),
  wonPart: message('won {amount} BNB', 'amount'),
  lostPart: message('lost {amount} BNB', 'amount'),
  returnedPart: message('{amount} BNB comes back', 'amount'),
  round: message('Round #{epoch}', 'epoch'),
  partlyReturned: message(
    'Round #{epoch}: {returned} BNB of your stake was not matched and comes back.',
    'epoch',
    'returned',
  ),
  refundReason: message(
    '{reason, select, oneSided {No one bet on the other side of round #{epoch}.} tie {Round #{epoch} closed where it locked.} other {Round #{epoch} got no price in time.}}',
    'reason',
    'epoch',
  ),
  collect: message('Collect {amount}', 'amount'),
  collectShort: 'Collect',
  onItsWay: 'On its way to you',
  sent: message('+{amount} BNB sent to you', 'amount'),
  collecting: 'Processing...',
  share: 'Share',
  close: 'Close',
})

export type ResultMessages = MessagesOf<typeof RESULT_MESSAGES>
