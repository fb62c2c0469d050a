import type { Position } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import type { PriceE8 } from '@bullring/prediction/units'
import type { Round } from '#api/round.ts'
import { useMessages } from '#i18n/language.ts'
import { formatPrice } from '#ui/format.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Bnb, Figure, Figures, Headline, Side, Sides } from './figures.tsx'
import styles from './live-card.module.css'
import { Notice } from './notice.tsx'
import type { OwnBet } from './own-bet.ts'
import { ownPayout } from './own-payout.ts'
import { RoundCard } from './round-card.tsx'
import { ROUND_MESSAGES } from './round-messages.ts'
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
  const messages = useMessages(ROUND_MESSAGES)
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
      status={isWaiting ? messages.waiting : messages.closesAt(round.times.closeTimestamp)}
      ownBet={ownBet}
      ownPayout={ownBet && ownPayout(round, state, ownBet)}
    >
      <div className={styles['arena']}>
        <TugRing pool={round.pool} change={changeOf(round, lastPrice)} />
        <Headline label={messages.lastPrice}>
          {lastPrice === null ? <Skeleton characters={8} /> : formatPrice(lastPrice)}
        </Headline>
        <Figures>
          <Figure label={messages.lockedPrice}>
            {round.lockPrice === null ? messages.waiting : formatPrice(round.lockPrice)}
          </Figure>
          <Figure label={messages.prizePool}>
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
  const messages = useMessages(ROUND_MESSAGES)
  if (state.kind === 'refund') {
    return <Notice label={messages.refund}>{messages.refundReason(state.reason, round.pot)}</Notice>
  }
  if (round.lockPrice === null) {
    return <Notice isProcess>{messages.waitingFor(round.times.lockTimestamp)}</Notice>
  }
  if (state.kind === 'settling') {
    return <Notice isProcess>{messages.waitingFor(round.times.closeTimestamp)}</Notice>
  }
  return null
}

/** Last price less lock price; null until both are known. */
function changeOf(round: Round, lastPrice: PriceE8 | null): bigint | null {
  return round.lockPrice === null || lastPrice === null ? null : lastPrice - round.lockPrice
}
