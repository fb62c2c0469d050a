import type { Position } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import type { PriceE8 } from '@bullring/prediction/units'
import type { Round } from '#api/round.ts'
import { useWords } from '#i18n/language.ts'
import { formatPrice } from '#ui/format.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Bnb, Figure, Figures, Headline, Side, Sides } from './figures.tsx'
import styles from './live-card.module.css'
import { Notice } from './notice.tsx'
import type { OwnBet } from './own-bet.ts'
import { ownPayout } from './own-payout.ts'
import { RoundCard } from './round-card.tsx'
import { ROUND_WORDS } from './round-words.ts'
import { shownMultiple } from './shown-multiple.ts'
import { TugRing } from './tug-ring.tsx'

type LiveCardProps = {
  round: Round
  state: RoundState
  lastPrice: PriceE8 | null
  ownBet: OwnBet | undefined
}

/** The round that is locked and waiting for its close. */
export function LiveCard({ round, state, lastPrice, ownBet }: LiveCardProps) {
  const words = useWords(ROUND_WORDS)
  const isWaiting = state.kind === 'settling'
  const side = (position: Position) => (
    <Side
      position={position}
      multiple={shownMultiple(round, position, state)}
      amount={round.pool[`${position}Amount`]}
      isOwn={ownBet?.position === position}
    />
  )
  return (
    <RoundCard
      type="live"
      epoch={round.epoch}
      status={isWaiting ? words.waiting : words.closesAt(round.times.closeTimestamp)}
      ownBet={ownBet}
      ownPayout={ownBet && ownPayout(round, state, ownBet)}
    >
      <div className={styles['arena']}>
        <TugRing pool={round.pool} change={changeOf(round, lastPrice)} />
        <Headline label={words.lastPrice}>
          {lastPrice === null ? <Skeleton characters={8} /> : formatPrice(lastPrice)}
        </Headline>
        <Figures>
          <Figure label={words.lockedPrice}>
            {round.lockPrice === null ? words.waiting : formatPrice(round.lockPrice)}
          </Figure>
          <Figure label={words.prizePool}>
            <Bnb amount={round.pot} />
          </Figure>
        </Figures>
      </div>
      <LiveNotice round={round} state={state} />
      <Sides>
        {side('bull')}
        {side('bear')}
      </Sides>
    </RoundCard>
  )
}

function LiveNotice({ round, state }: { round: Round; state: RoundState }) {
  const words = useWords(ROUND_WORDS)
  if (state.kind === 'refund') {
    return <Notice label={words.refund}>{words.refundReason(state.reason, round.pot)}</Notice>
  }
  if (round.lockPrice === null) {
    return <Notice isProcess>{words.waitingFor(round.times.lockTimestamp)}</Notice>
  }
  if (state.kind === 'settling') {
    return <Notice isProcess>{words.waitingFor(round.times.closeTimestamp)}</Notice>
  }
  return null
}

/** Last price less lock price; null until both are known. */
function changeOf(round: Round, lastPrice: PriceE8 | null): bigint | null {
  return round.lockPrice === null || lastPrice === null ? null : lastPrice - round.lockPrice
}
