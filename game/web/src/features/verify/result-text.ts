import type { RoundState } from '@bullring/prediction/round-state'
import type { VerifyMessages } from './verify-messages.ts'

/** Says how a round ended. */
export function resultText(state: RoundState, messages: VerifyMessages): string {
  switch (state.kind) {
    case 'settled':
      return messages.sideWon({ winner: state.winner ?? 'none' })
    case 'refund':
      return {
        'one-sided': messages.refundOneSided,
        tie: messages.refundTie,
        'no-price': messages.refundNoPrice,
      }[state.reason]
    case 'open':
    case 'locked':
    case 'settling':
      return messages.notDecided
  }
}
