import { defineMessages, message } from '#i18n/message.ts'

/** Texts of winnings that are sent without a click. */
export const PAYOUT_MESSAGES = defineMessages('payouts', {
  label: 'Send my winnings automatically',
  hint: 'Winnings and refunds arrive soon after the result. You pay nothing for it.',
  hintOn: 'Winnings and refunds are sent to this account in all markets, without a click.',
  changing: 'Confirm in your wallet, if it asks.',
  pending: message('{amount} BNB is on its way to you.', 'amount'),
  refused: 'Your account has refused a payment. Collect it by hand.',
  notOffered: 'This market does not send winnings. Collect them by hand.',
  declined: 'You declined the signature. Nothing has changed.',
  cannotSign: 'This wallet’s signature cannot be checked here. Nothing has changed.',
  failed: 'The change could not be saved. Try again later.',
  offer: 'Winnings can come to you without a click',
  switchOn: 'Send automatically',
  isOn: 'Your winnings are now sent to you automatically',
  sent: message('+{amount} BNB sent to you', 'amount'),
})
