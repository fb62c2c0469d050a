import type { Failure } from '@bullring/wallet-kit/failure'
import type { MessagesByLanguage } from '#i18n/language.ts'

/** The same on the card and in the history. */
const commonByKind = {
  insufficientGas: 'Insufficient BNB for gas fees',
  insufficientFunds: 'Insufficient BNB balance for claiming',
  reverted: 'Contract execution reverted: nothing to claim or already claimed',
  replaced: 'Your wallet sent another transaction instead of this claim',
}

const RELOADING = 'Wallet connection issue. Refreshing page in 3 seconds...'

type TextByKind = Readonly<Partial<Record<Failure['kind'], string>>>

/** R-CLAIM-4 to R-CLAIM-6. */
const cardByKind: TextByKind = {
  ...commonByKind,
  rejected: 'Transaction cancelled by user',
  notConnected: 'Please connect wallet first',
  noProvider: 'Provider not available',
}

/** R-CLAIM-8, R-CLAIM-9. */
const historyByKind: TextByKind = {
  ...commonByKind,
  rejected: 'Transaction cancelled',
  notConnected: RELOADING,
  noProvider: RELOADING,
}

const en = {
  success: 'Claim successful',
  nothing: 'No uncollected winnings to claim',
  rounds: (count: number) => (count === 1 ? '1 round collected' : `${count} rounds collected`),
  plainOnly:
    'this market pays plain accounts only. Yours is a contract or delegates to one (EIP-7702): end the delegation, then collect.',
  failure: {
    /** R-CLAIM-7. */
    card: {
      byKind: cardByKind,
      other: (message: string) => `Claim failed: ${message}`,
      unknown: 'Claim failed, please try again',
    },
    /** R-CLAIM-10. */
    history: {
      byKind: historyByKind,
      other: (message: string) => `Failed to claim: ${message}`,
      noError: 'Failed to claim winnings, please try again',
      unknown: 'An unexpected error occurred',
    },
  },
}

export type ClaimMessages = typeof en

/** Texts about a claim, fixed by R-CLAIM-3 to R-CLAIM-10. */
export const CLAIM_MESSAGES: MessagesByLanguage<ClaimMessages> = { en }
