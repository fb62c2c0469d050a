import { defineMessages, message } from '#i18n/message.ts'

/** Texts for players with a basic account, who can play from a smart account. */
export const MOVE_MESSAGES = defineMessages('move', {
  question: 'Play with one tap and no network fee?',
  more: 'See how',
  keep: 'No, keep my account',
  kept: 'You keep your account. The settings of your wallet offer the other one.',
  address: message('You then play from your other account, {address}.', 'address'),
  money: message(
    'Your {amount} BNB move there with one approval, less the fee of that transfer.',
    'amount',
  ),
  backToo: 'The settings of your wallet switch back at any time.',
  open: 'Your open bets and payouts belong to the account that made them: wait for the results and collect first.',
  move: 'Move and play',
  waiting: 'Approve in your wallet...',
  moved: 'Your money has moved',
  movedDetail: 'The next bet asks for one permission. After it, a tap is enough.',
  notMoved: 'Nothing was moved.',
  failed: 'The account could not be changed. Your money is in one of your two accounts: try again.',
})
