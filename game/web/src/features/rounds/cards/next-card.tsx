import { returnsOneSided } from '@bullring/client/market-rules'
import { isOneSided, type Position } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { ReactNode } from 'react'
import type { MarketRules } from '#api/market/market-rules.ts'
import type { Round } from '#api/round/round.ts'
import { formatTime } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { Bnb, Headline, Sides } from '../figures/figures.tsx'
import { RoundSide } from '../figures/round-figures.tsx'
import { ShareBar } from '../figures/share-bar.tsx'
import { ROUND_MESSAGES, type RoundMessages } from '../round-messages.ts'
import { EnterButton, type EntryProps, isPaused } from './enter-button.tsx'
import { Notice } from './notice.tsx'
import { RoundCard } from './round-card.tsx'
import { refundText } from './round-text.ts'
import { UserStanding } from './user-standing.tsx'

type NextCardProps = EntryProps & {
  market: MarketRules
  /** Seconds until the lock price can arrive; null before the lock and once it can. */
  priceIn: number | null
  /** Collects a refund: a round that the operator missed stays on this card. */
  claimButton?: ReactNode
}

/** The round that takes bets. */
export function NextCard(props: NextCardProps) {
  const { round, market, userBet } = props
  const messages = useMessages(ROUND_MESSAGES)
  const state = props.state.kind === 'refund' ? props.state : provisionalState(round, market.kind)
  const side = (position: Position) => (
    <RoundSide round={round} position={position} state={state} userBet={userBet}>
      <EnterButton {...props} position={position} />
    </RoundSide>
  )
  return (
    <RoundCard
      type="next"
      epoch={round.epoch}
      status={statusOf(props, messages)}
      // The button of the side says it while the round is open, and the strip above how the bet stands.
      standing={
        props.state.kind !== 'open' && (
          <UserStanding round={round} market={market} state={props.state} userBet={userBet} />
        )
      }
    >
      <Headline label={messages.prizePool}>
        <Bnb amount={round.pot} />
      </Headline>
      <NextNotice {...props} isOneSided={state.kind === 'refund'} />
      <Sides>
        {side('bull')}
        {side('bear')}
      </Sides>
    </RoundCard>
  )
}

type NextNoticeProps = NextCardProps & { isOneSided: boolean }

/** The reason why stakes are returned or the round waits; otherwise the split of the pool. */
function NextNotice({ round, market, state, claimButton, isOneSided }: NextNoticeProps) {
  const messages = useMessages(ROUND_MESSAGES)
  if (state.kind === 'refund') {
    return (
      <Notice label={messages.refund} action={claimButton}>
        {refundText(state.reason, market.kind, messages)}
      </Notice>
    )
  }
  if (state.kind === 'empty') return <Notice>{messages.noOneBet}</Notice>
  if (market.kind === 'pancake-v2' && state.kind !== 'open' && round.pot > 0n) {
    const refundAt = toUnixSeconds(round.times.closeTimestamp + market.settlementWindow)
    return <Notice isProcess>{messages.refundAfter({ time: formatTime(refundAt) })}</Notice>
  }
  return isOneSided ? <Notice>{messages.oneSidedSoFar}</Notice> : <ShareBar pool={round.pool} />
}

function statusOf(props: NextCardProps, messages: RoundMessages): string {
  const { round, market, state, firstPausedEpoch, isOffline, priceIn } = props
  const { lockTimestamp, closeTimestamp } = round.times
  if (state.kind === 'refund' || state.kind === 'empty') {
    return messages.closedAt({ time: formatTime(closeTimestamp) })
  }
  if (isOffline) return messages.offline
  if (isPaused(props)) return messages.paused
  if (state.kind === 'open') {
    const locks = firstPausedEpoch === null ? messages.locksAt : messages.locksThenPauses
    return locks({ time: formatTime(lockTimestamp) })
  }
  if (market.kind === 'pancake-v2') return messages.waitingForOperator
  return priceIn === null ? messages.locking : messages.priceIn({ seconds: priceIn })
}

/** The outcome if no more bets came in: with one side empty, every stake is refunded. */
function provisionalState({ pool, pot }: Round, kind: MarketRules['kind']): RoundState {
  return returnsOneSided(kind) && pot > 0n && isOneSided(pool)
    ? { kind: 'refund', reason: 'one-sided' }
    : { kind: 'open' }
}
