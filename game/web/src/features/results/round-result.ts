import { type Position, winnerOf } from '@bullring/prediction/payout'
import type { Round } from '#api/round/round.ts'
import type { Trade } from '#api/trade/trade.ts'
import { formatPriceChange } from '#format/format.ts'
import type { StripMessages } from './strip-messages.ts'

/** Mark of the strip: the winner or, without bets, the side that would have won; neither side, or a pending result. */
export type ResultMark = Position | 'even' | 'pending'

/** Result of the visitor's bet. */
export type OwnResult = 'won' | 'lost' | 'returned' | 'placed'

export function markOf({ state, lockPrice, closePrice }: Round): ResultMark {
  if (state.kind === 'settled') return state.winner ?? 'even'
  if (state.kind === 'empty') {
    return (lockPrice !== null && closePrice !== null && winnerOf(lockPrice, closePrice)) || 'even'
  }
  return state.kind === 'refund' ? 'even' : 'pending'
}

export function ownResultOf({ isWin, state }: Pick<Trade, 'isWin' | 'state'>): OwnResult {
  if (isWin !== null) return isWin ? 'won' : 'lost'
  return state === 'refund' ? 'returned' : 'placed'
}

/** Describes a result for screen readers and the tooltip. */
export function resultText(
  round: Round,
  own: OwnResult | undefined,
  messages: StripMessages,
): string {
  const text = outcomeText(round, messages)
  return own === undefined ? text : messages.withBet({ result: text, own })
}

function outcomeText({ epoch, state, priceChange }: Round, messages: StripMessages): string {
  if (state.kind === 'refund') return messages.refunded({ epoch })
  const change = formatPriceChange(priceChange ?? 0n)
  if (state.kind === 'empty') return messages.empty({ epoch, change })
  if (state.kind !== 'settled') return messages.pending({ epoch })
  if (state.winner === null) return messages.houseWon({ epoch })
  return messages.won({ epoch, winner: state.winner, change })
}
