import type { Position } from '@bullring/prediction/payout'
import type { Round } from '#api/round.ts'
import { Button } from '#ui/button.tsx'
import { POSITION_TONES } from '#ui/position-words.ts'
import { Bnb, Headline, Side, Sides } from './figures.tsx'
import type { OwnBet } from './own-bet.ts'
import { RoundCard } from './round-card.tsx'
import { enterWords, locksAtWords, ROUND_WORDS } from './round-words.ts'
import { ShareBar } from './share-bar.tsx'

type NextCardProps = {
  round: Round
  /** False once the lock time has passed: the card stays, its buttons do not work. */
  isOpen: boolean
  ownBet: OwnBet | undefined
  onEnter: (position: Position) => void
}

/** The round now taking bets. Knows nothing of wallets or servers: its parent decides what a click does. */
export function NextCard({ round, isOpen, ownBet, onEnter }: NextCardProps) {
  const side = (position: Position) => (
    <Side
      position={position}
      multiple={round.multiples[position]}
      amount={round.pool[`${position}Amount`]}
      isOwn={ownBet?.position === position}
    >
      <Button
        tone={POSITION_TONES[position]}
        disabled={!isOpen || ownBet !== undefined}
        onClick={() => onEnter(position)}
      >
        {enterWords(position)}
      </Button>
    </Side>
  )
  return (
    <RoundCard
      type="next"
      epoch={round.epoch}
      status={isOpen ? locksAtWords(round.times.lockTimestamp) : ROUND_WORDS.locking}
      ownBet={ownBet}
    >
      <Headline label={ROUND_WORDS.prizePool}>
        <Bnb amount={round.pot} />
      </Headline>
      <ShareBar pool={round.pool} />
      <Sides>
        {side('bull')}
        {side('bear')}
      </Sides>
    </RoundCard>
  )
}
