import type { Position } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import type { PriceE8 } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { ReactNode } from 'react'
import type { MarketRules } from '#api/market/market-rules.ts'
import type { Round } from '#api/round/round.ts'
import { formatPrice, formatTime } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Headline, Sides } from '../figures/figures.tsx'
import { RoundFigures, RoundSide } from '../figures/round-figures.tsx'
import { ShareBar } from '../figures/share-bar.tsx'
import { TimeRing } from '../figures/time-ring.tsx'
import { ROUND_MESSAGES, type RoundMessages } from '../round-messages.ts'
import type { UserBet } from '../user-bet.ts'
import styles from './live-card.module.css'
import { Notice } from './notice.tsx'
import { PriceNotice } from './price-notice.tsx'
import { RoundCard } from './round-card.tsx'
import { refundText } from './round-text.ts'
import { UserStanding } from './user-standing.tsx'

type LiveCardProps = {
  round: Round
  market: MarketRules
  state: RoundState
  /** Seconds until the price that the round waits for can arrive; null once it can. */
  priceIn: number | null
  lastPrice: PriceE8 | null
  userBet: UserBet | undefined
  /** Collects a refund: a round that the operator missed stays on this card. */
  claimButton?: ReactNode
}

/** The locked round, until its close. */
export function LiveCard(props: LiveCardProps) {
  const { round, market, state, lastPrice, userBet } = props
  const messages = useMessages(ROUND_MESSAGES)
  const side = (position: Position) => (
    <RoundSide round={round} position={position} state={state} userBet={userBet} />
  )
  return (
    <RoundCard
      type="live"
      epoch={round.epoch}
      status={liveStatus(round, state, messages)}
      standing={
        <UserStanding
          round={round}
          market={market}
          state={state}
          lastPrice={lastPrice}
          userBet={userBet}
        />
      }
    >
      <div className={styles['arena']}>
        <TimeRing times={round.times} change={priceChange(round, lastPrice)} />
        <Headline label={messages.lastPrice}>
          {lastPrice === null ? <Skeleton characters={8} /> : formatPrice(lastPrice)}
        </Headline>
        <RoundFigures round={round} state={state} />
      </div>
      <LiveNotice {...props} />
      <Sides>
        {side('bull')}
        {side('bear')}
      </Sides>
    </RoundCard>
  )
}

function liveStatus({ times }: Round, state: RoundState, messages: RoundMessages): string {
  const values = { time: formatTime(times.closeTimestamp) }
  if (state.kind === 'refund' || state.kind === 'empty') return messages.closedAt(values)
  return state.kind === 'settling' ? messages.waiting : messages.closesAt(values)
}

/** The reason why the round waits or is refunded; otherwise the split of the pool. */
function LiveNotice({ round, market, state, priceIn, claimButton }: LiveCardProps) {
  const messages = useMessages(ROUND_MESSAGES)
  if (state.kind === 'refund') {
    return (
      <Notice label={messages.refund} action={claimButton}>
        {refundText(state.reason, market.kind, messages)}
      </Notice>
    )
  }
  if (state.kind === 'empty') return <Notice>{messages.noOneBet}</Notice>
  const { lockTimestamp, closeTimestamp } = round.times
  if (round.lockPrice === null || state.kind === 'settling') {
    const at = round.lockPrice === null ? lockTimestamp : closeTimestamp
    return (
      <PriceNotice
        kind={market.kind}
        at={at}
        refundAt={toUnixSeconds(closeTimestamp + market.settlementWindow)}
        strikeDelay={market.strikeDelay}
        priceIn={priceIn}
      />
    )
  }
  if (round.pot === 0n) return <Notice>{messages.noOneBet}</Notice>
  return <ShareBar pool={round.pool} />
}

/** Last price minus lock price; null until both are known. */
function priceChange(round: Round, lastPrice: PriceE8 | null): bigint | null {
  return round.lockPrice === null || lastPrice === null ? null : lastPrice - round.lockPrice
}
