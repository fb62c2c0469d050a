import type { Position } from '@bullring/prediction/payout'
import type { RefundReason } from '@bullring/prediction/round-state'
import type { MarketKind } from '@bullring/wire/chain/market-kind'
import type { RoundMessages } from '../round-messages.ts'

/** Returns the winner as texts name it: in a tie of a market without refunds, the house keeps the pot. */
export function winnerName(winner: Position | null): Position | 'house' {
  return winner ?? 'house'
}

/** Says why a round is refunded. */
export function refundText(
  reason: RefundReason,
  kind: MarketKind,
  messages: RoundMessages,
): string {
  if (kind === 'pancake-v2') return messages.refundMissed
  switch (reason) {
    case 'one-sided':
      return messages.refundOneSided
    case 'tie':
      return messages.refundTie
    case 'no-price':
      return messages.refundNoPrice
  }
}
