import type { ExpectedReturn } from '@bullring/client/payouts'
import type { Wei } from '@bullring/prediction/units'
import type { BetMessages } from '../bet-messages.ts'

/** A text about a win that would pay no more than the stake. */
export type OutlookText = { text: string; isCaution: boolean }

/** Returns what a player should know before a bet that cannot gain anything; null for others and without an amount. */
export function outlookText(
  amount: Wei,
  { isRefund, profit }: ExpectedReturn,
  messages: BetMessages,
): OutlookText | null {
  if (amount === 0n) return null
  if (isRefund) return { text: messages.oneSided, isCaution: false }
  if (profit > 0n) return null
  return { text: profit === 0n ? messages.noGain : messages.lessThanStake, isCaution: true }
}
