import type { Epoch } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import { useState } from 'react'
import type { Round } from '#api/round.ts'
import { useMessages } from '#i18n/language.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { OwnBet, OwnBets } from './own-bet.ts'
import { ROUND_MESSAGES, type RoundMessages } from './round-messages.ts'
import type { CardRound } from './use-rounds.ts'

/** Tells a screen reader how the visitor's own bet came out, once the result comes in before them. */
export function OwnResult({ expired, ownBets }: { expired: CardRound; ownBets: OwnBets }) {
  const messages = useMessages(ROUND_MESSAGES)
  const firstAwaited = useFirstAwaited(expired)
  return (
    <VisuallyHidden>
      <span role="status">
        {expired.kind === 'ready' &&
          firstAwaited !== null &&
          expired.round.epoch >= firstAwaited &&
          resultOf(expired.round, ownBets.get(expired.round.epoch), messages)}
      </span>
    </VisuallyHidden>
  )
}

/** The first round that had no result when the page came; null until that is known. */
function useFirstAwaited(expired: CardRound): Epoch | null {
  const [first, setFirst] = useState<Epoch | null>(null)
  if (first === null && expired.kind === 'none') setFirst(toEpoch(0n))
  if (first === null && expired.kind === 'ready') {
    const { epoch, state } = expired.round
    setFirst(isDecided(state) ? toEpoch(epoch + 1n) : epoch)
  }
  return first
}

function isDecided({ kind }: Round['state']): boolean {
  return kind === 'settled' || kind === 'refund'
}

/** Winnings are told of once they can be collected: a little after the result itself. */
function resultOf({ epoch, state }: Round, ownBet: OwnBet | undefined, messages: RoundMessages) {
  if (ownBet === undefined) return null
  const { position, claimAmount } = ownBet
  if (state.kind === 'settled' && state.winner !== position) {
    return messages.ownLoss(epoch, state.winner)
  }
  if (claimAmount === 0n) return null
  if (state.kind === 'settled') return messages.ownWin(epoch, state.winner, claimAmount)
  return state.kind === 'refund' ? messages.ownRefund(epoch, claimAmount) : null
}
