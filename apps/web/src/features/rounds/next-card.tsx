import { isOneSided, type Position } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import { type MarketRules, returnsOneSided } from '#api/market-kind.ts'
import type { Round } from '#api/round.ts'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { POSITION_TONES } from '#ui/position-messages.ts'
import { Bnb, Headline, Sides } from './figures.tsx'
import { Notice } from './notice.tsx'
import { RoundCard } from './round-card.tsx'
import { RoundSide } from './round-figures.tsx'
import { ROUND_MESSAGES, type RoundMessages } from './round-messages.ts'
import { ShareBar } from './share-bar.tsx'
import { type UserBet, userPayout } from './user-bet.ts'

type NextCardProps = {
  round: Round
  market: MarketRules
  /** Seconds until the lock price can arrive; null before the lock and once it can. */
  priceIn: number | null
  /** False once the lock time has passed: the card stays, its buttons are disabled. */
  isOpen: boolean
  userBet: UserBet | undefined
  /** A bet on this round is pending: a second one would revert and cost gas. */
  isBetting: boolean
  onEnter: (position: Position) => void
}

/** The round that takes bets. */
export function NextCard(props: NextCardProps) {
  const { round, market, isOpen, userBet, isBetting, onEnter } = props
  const messages = useMessages(ROUND_MESSAGES)
  const state = provisionalState(round, market.kind)
  const side = (position: Position) => (
    <RoundSide round={round} position={position} state={state} userBet={userBet}>
      <Button
        tone={POSITION_TONES[position]}
        disabled={!isOpen || userBet !== undefined || isBetting}
        onClick={() => onEnter(position)}
      >
        {messages.enter(position)}
      </Button>
    </RoundSide>
  )
  return (
    <RoundCard
      type="next"
      epoch={round.epoch}
      status={statusOf(props, messages)}
      userBet={userBet}
      userPayout={userBet && userPayout(round, state, userBet, market)}
    >
      <Headline label={messages.prizePool}>
        <Bnb amount={round.pot} />
      </Headline>
      {state.kind === 'refund' ? (
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

function statusOf({ round, isOpen, priceIn }: NextCardProps, messages: RoundMessages): string {
  if (isOpen) return messages.locksAt(round.times.lockTimestamp)
  return priceIn === null ? messages.locking : messages.priceIn(priceIn)
}

/** The outcome if no more bets came in: with one side empty, every stake is refunded. */
function provisionalState({ pool, pot }: Round, kind: MarketRules['kind']): RoundState {
  return returnsOneSided(kind) && pot > 0n && isOneSided(pool)
    ? { kind: 'refund', reason: 'one-sided' }
    : { kind: 'open' }
}
