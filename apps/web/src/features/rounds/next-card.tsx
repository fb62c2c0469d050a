import { isOneSided, type Position } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import { type MarketKind, returnsOneSided } from '#api/market-kind.ts'
import type { Round } from '#api/round.ts'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { POSITION_TONES } from '#ui/position-messages.ts'
import { Bnb, Headline, Side, Sides } from './figures.tsx'
import { Notice } from './notice.tsx'
import type { OwnBet } from './own-bet.ts'
import { ownPayout } from './own-payout.ts'
import { RoundCard } from './round-card.tsx'
import { ROUND_MESSAGES } from './round-messages.ts'
import { ShareBar } from './share-bar.tsx'
import { shownMultiple } from './shown-multiple.ts'

type NextCardProps = {
  round: Round
  kind: MarketKind
  /** False once the lock time has passed: the card stays, its buttons do not work. */
  isOpen: boolean
  ownBet: OwnBet | undefined
  /** A bet on this round is under way: a second one would only cost its fee. */
  isBetting: boolean
  onEnter: (position: Position) => void
}

/** The round now taking bets. Knows nothing of wallets or servers: its parent decides what a click does. */
export function NextCard({ round, kind, isOpen, ownBet, isBetting, onEnter }: NextCardProps) {
  const messages = useMessages(ROUND_MESSAGES)
  const side = (position: Position) => (
    <Side
      position={position}
      multiple={shownMultiple(round, position, asItStands(round, kind))}
      amount={round.pool[`${position}Amount`]}
      isOwn={ownBet?.position === position}
    >
      <Button
        tone={POSITION_TONES[position]}
        disabled={!isOpen || ownBet !== undefined || isBetting}
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
      ownBet={ownBet}
      ownPayout={ownBet && ownPayout(round, asItStands(round, kind), ownBet)}
    >
      <Headline label={messages.prizePool}>
        <Bnb amount={round.pot} />
      </Headline>
      {asItStands(round, kind).kind === 'refund' ? (
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

/** What the round would come to if nobody else bet: with one empty side every stake comes back. */
function asItStands({ pool, pot }: Round, kind: MarketKind): RoundState {
  return returnsOneSided(kind) && pot > 0n && isOneSided(pool)
    ? { kind: 'refund', reason: 'one-sided' }
    : { kind: 'open' }
}
