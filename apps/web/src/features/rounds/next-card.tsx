import { isOneSided, type Position } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import { type MarketKind, returnsOneSided } from '#api/market-kind.ts'
import type { Round } from '#api/round.ts'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { POSITION_TONES } from '#ui/position-messages.ts'
import { Bnb, Headline, Side, Sides } from './figures.tsx'
import { Notice } from './notice.tsx'
import { RoundCard } from './round-card.tsx'
import { ROUND_MESSAGES } from './round-messages.ts'
import { displayedMultiple } from './round-odds.ts'
import { ShareBar } from './share-bar.tsx'
import { type UserBet, userPayout } from './user-bet.ts'

type NextCardProps = {
  round: Round
  kind: MarketKind
  /** False once the lock time has passed: the card stays, its buttons are disabled. */
  isOpen: boolean
  userBet: UserBet | undefined
  /** A bet on this round is pending: a second one would revert and cost gas. */
  isBetting: boolean
  onEnter: (position: Position) => void
}

/** The round that takes bets. */
export function NextCard({ round, kind, isOpen, userBet, isBetting, onEnter }: NextCardProps) {
  const messages = useMessages(ROUND_MESSAGES)
  const side = (position: Position) => (
    <Side
      position={position}
      multiple={displayedMultiple(round, position, provisionalState(round, kind))}
      amount={round.pool[`${position}Amount`]}
      hasUserBet={userBet?.position === position}
    >
      <Button
        tone={POSITION_TONES[position]}
        disabled={!isOpen || userBet !== undefined || isBetting}
        onClick={() => onEnter(position)}
      >
        {messages.enter(position)}
      </Button>
    </Side>
  )
  return (
    <RoundCard
      type="next"
      epoch={round.epoch}
      status={isOpen ? messages.locksAt(round.times.lockTimestamp) : messages.locking}
      userBet={userBet}
      userPayout={userBet && userPayout(round, provisionalState(round, kind), userBet)}
    >
      <Headline label={messages.prizePool}>
        <Bnb amount={round.pot} />
      </Headline>
      {provisionalState(round, kind).kind === 'refund' ? (
        <Notice>{messages.oneSidedSoFar}</Notice>
      ) : (
        <ShareBar pool={round.pool} />
      )}
      <Sides>
        {side('bull')}
        {side('bear')}
      </Sides>
    </RoundCard>
  )
}

/** The outcome if no more bets came in: with one side empty, every stake is refunded. */
function provisionalState({ pool, pot }: Round, kind: MarketKind): RoundState {
  return returnsOneSided(kind) && pot > 0n && isOneSided(pool)
    ? { kind: 'refund', reason: 'one-sided' }
    : { kind: 'open' }
}
