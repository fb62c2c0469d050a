import { defineMessages, type MessagesOf, message } from '#i18n/message.ts'

/** The rules of the game for new visitors. */
export const GUIDE_MESSAGES = defineMessages('guide', {
  title: 'How to play',
  pick: 'Pick a side',
  pickText:
    'Will BNB cost more or less one round after betting stops? Bet on UP or DOWN before the ring runs out.',
  lock: 'The start price is fixed',
  lockAtZero: 'At 0:00 betting stops, and the next price of the oracle is the start price.',
  lockDelayed: message(
    'At 0:00 betting stops. The first oracle price {seconds} s later is the start price, so no one can bet knowing it.',
    'seconds',
  ),
  lockByOperator: 'Soon after 0:00 the operator stops betting at the current oracle price.',
  close: 'One round later it ends',
  closeText:
    'Everyone who called it right gets their stake back and splits the other side’s stakes. Collect your winnings from the contract.',
  example: 'For example',
  exampleBet: message(
    'You bet {stake} BNB on UP. With your bet there are {up} BNB on UP and {down} BNB on DOWN.',
    'stake',
    'up',
    'down',
  ),
  ifUp: 'The price goes up',
  ifUpText: message(
    'You get {payout} BNB: your stake, your share of the other side, less the {fee} fee.',
    'payout',
    'fee',
  ),
  ifDown: 'The price goes down',
  ifDownText: message('You lose your {stake} BNB.', 'stake'),
  ifSame: 'It stays the same, or no one joins the other side',
  ifSameText: message('You get your {stake} BNB back, without a fee.', 'stake'),
  ifSameByOperator: 'The price stays the same',
  ifSameByOperatorText: 'The house takes all stakes.',
  leastAndMost: message(
    'A right pick never pays less than its stake, nor more than {multiple}x.',
    'multiple',
  ),
  least: 'A right pick never pays less than its stake.',
  final: 'You cannot sell or change a bet before the lock: stakes are final.',
  risk: 'The odds move until betting stops. On average, players lose the fee. Only bet what you can afford to lose.',
  start: 'Got it',
})

export type GuideMessages = MessagesOf<typeof GUIDE_MESSAGES>
