import type { Position } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import type { ReactNode } from 'react'
import type { Round } from '#api/round/round.ts'
import { formatPrice } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { ROUND_MESSAGES } from '../round-messages.ts'
import type { UserBet } from '../user-bet.ts'
import { Bnb, Figure, Figures, Side } from './figures.tsx'
import { displayedMultiple } from './round-odds.ts'

/** The lock price and the prize pool of a round that has locked. */
export function RoundFigures({ round, state }: { round: Round; state: RoundState }) {
  const messages = useMessages(ROUND_MESSAGES)
  const isOver = state.kind === 'refund' || state.kind === 'empty'
  const missing = isOver ? messages.noPrice : messages.waiting
  return (
    <Figures>
      <Figure label={messages.lockedPrice}>
        {round.lockPrice === null ? missing : formatPrice(round.lockPrice)}
      </Figure>
      <Figure label={messages.prizePool}>
        <Bnb amount={round.pot} />
      </Figure>
    </Figures>
  )
}

type RoundSideProps = {
  round: Round
  position: Position
  state: RoundState
  userBet: UserBet | undefined
  /** Undefined while the round is undecided. */
  result?: 'won' | 'lost' | undefined
  children?: ReactNode
}

/** One side of a round in the given state. */
export function RoundSide({ round, position, state, userBet, result, children }: RoundSideProps) {
  return (
    <Side
      position={position}
      multiple={displayedMultiple(round, position, state)}
      amount={round.pool[`${position}Amount`]}
      hasUserBet={userBet?.position === position}
      result={result}
    >
      {children}
    </Side>
  )
}
