import type { Epoch } from '@bullring/prediction/units'
import { toEpoch } from '@bullring/prediction/units'
import { useState } from 'react'
import type { MarketRules } from '#api/market/market-rules.ts'
import type { Round } from '#api/round/round.ts'
import { formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { winnerName } from './cards/round-text.ts'
import { ROUND_MESSAGES, type RoundMessages } from './round-messages.ts'
import type { CardRound } from './use-rounds.ts'
import { type UserBet, type UserBets, userLoss } from './user-bet.ts'

type UserResultProps = { market: MarketRules; expired: CardRound; userBets: UserBets }

/** Announces the result of the visitor's bet to screen readers when it arrives while the page is open. */
export function UserResult({ market, expired, userBets }: UserResultProps) {
  const messages = useMessages(ROUND_MESSAGES)
  const firstPending = useFirstPending(expired)
  return (
    <VisuallyHidden>
      <span role="status">
        {expired.kind === 'ready' &&
          firstPending !== null &&
          expired.round.epoch >= firstPending &&
          resultOf(expired.round, userBets.get(expired.round.epoch), market, messages)}
      </span>
    </VisuallyHidden>
  )
}

/** The first round without a result when the page loaded; null until that is known. */
function useFirstPending(expired: CardRound): Epoch | null {
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

/** Returns the announcement; winnings only once they can be claimed, shortly after the result itself. */
function resultOf(
  round: Round,
  userBet: UserBet | undefined,
  market: MarketRules,
  messages: RoundMessages,
) {
  if (userBet === undefined) return null
  const { epoch, state } = round
  const { claimAmount } = userBet
  const loss = userLoss(round, state, userBet, market)
  if (state.kind === 'settled' && loss !== null) {
    const values = { epoch, winner: winnerName(state.winner) }
    return loss.returned === 0n
      ? messages.userLost(values)
      : messages.userPartlyLost({
          ...values,
          lost: formatBnb(loss.lost),
          returned: formatBnb(loss.returned),
        })
  }
  if (claimAmount === 0n) return null
  const amount = formatBnb(claimAmount)
  if (state.kind === 'settled') {
    return messages.userWon({ epoch, winner: winnerName(state.winner), amount })
  }
  return state.kind === 'refund' ? messages.userRefunded({ epoch, amount }) : null
}
