import type { Position } from '@bullring/prediction/payout'
import type { RefundReason } from '@bullring/prediction/round-state'
import type { MarketKind } from '@bullring/wire/chain/market-kind'
import type { Round } from '#api/round/round.ts'
import type { RoundMessages } from '../round-messages.ts'

/** Returns the winner as texts name it: in a tie of a market without refunds, the house keeps the pot. */
export function winnerName(winner: Position | null): Position | 'house' {
  return winner ?? 'house'
}

/** Says why a round is refunded. With an empty pot there is nothing to refund. */
export function refundText(
  { pot }: Round,
  reason: RefundReason,
  kind: MarketKind,
  messages: RoundMessages,
): string {
  if (pot === 0n) return messages.nothingToRefund
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
