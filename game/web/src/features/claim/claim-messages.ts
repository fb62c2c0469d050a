import { defineMessages, type MessagesOf, message } from '#i18n/message.ts'

/** Texts about a claim. R-CLAIM-3 to R-CLAIM-10 fix them, different ones for a card and for the history. */
export const CLAIM_MESSAGES = defineMessages('claim', {
  success: 'Claim successful',
  market: message('{symbol} market', 'symbol'),
  nothing: 'No uncollected winnings to claim',
  collected: message('{amount} BNB collected', 'amount'),
  rounds: message('{count, plural, one {# round collected} other {# rounds collected}}', 'count'),
  plainOnly:
    'this market pays plain accounts only. Yours is a contract or delegates to one (EIP-7702): end the delegation, then collect.',
  insufficientGas: 'Insufficient BNB for gas fees',
  insufficientFunds: 'Insufficient BNB balance for claiming',
  reverted: 'Contract execution reverted: nothing to claim or already claimed',
  replaced: 'Your wallet sent another transaction instead of collecting',
  notSent: 'Your wallet sent nothing, so nothing was collected. You can try again.',
  outcomeUnknown:
    'It is not clear whether your wallet’s transaction went through. If it did, your winnings arrive soon: look in the wallet before you try again.',
  inSafe: "Safe may still have this request. Look in Safe's queue before you try again.",
  cardRejected: 'Transaction cancelled by user',
  cardNotConnected: 'Please connect wallet first',
  cardNoProvider: 'Provider not available',
  cardOther: message('Claim failed: {reason}', 'reason'),
  cardUnknown: 'Claim failed, please try again',
  historyRejected: 'Transaction cancelled',
  historyReloading: 'Wallet connection issue. Refreshing page in 3 seconds...',
  historyOther: message('Failed to claim: {reason}', 'reason'),
  historyNoError: 'Failed to claim winnings, please try again',
  historyUnknown: 'An unexpected error occurred',
})

export type ClaimMessages = MessagesOf<typeof CLAIM_MESSAGES>
