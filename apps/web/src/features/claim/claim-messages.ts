import type { MessagesByLanguage } from '#i18n/language.ts'

const en = {
  success: 'Claim successful',
  nothing: 'No uncollected winnings to claim',
  rounds: (count: number) => (count === 1 ? '1 round collected' : `${count} rounds collected`),
  connectionLost: 'Wallet connection issue. Refreshing page in 3 seconds...',
  cancelled: 'Transaction cancelled by user',
  cancelledInHistory: 'Transaction cancelled',
  unconnected: 'Please connect wallet first',
  noProvider: 'Provider not available',
  insufficientGas: 'Insufficient BNB for gas fees',
  insufficientFunds: 'Insufficient BNB balance for claiming',
  reverted: 'Contract execution reverted: nothing to claim or already claimed',
  replaced: 'Your wallet sent another transaction instead of this claim',
  other: (message: string) => `Claim failed: ${message}`,
  unknown: 'Claim failed, please try again',
  otherInHistory: (message: string) => `Failed to claim: ${message}`,
  unknownInHistory: 'Failed to claim winnings, please try again',
  unexpectedInHistory: 'An unexpected error occurred',
}

export type ClaimMessages = typeof en

/** What is said about a claim. Messages of the specification, section 8, word by word. */
export const CLAIM_MESSAGES: MessagesByLanguage<ClaimMessages> = { en }
