import type { Position } from '@bullring/prediction/payout'
import type { DisplayType } from '@bullring/prediction/round-state'
import type { Epoch, PriceE8 } from '@bullring/prediction/units'
import { memo } from 'react'
import { useMarketRules } from '#api/market/market-rules.ts'
import type { Round } from '#api/round/round.ts'
import { useChainTime } from '#chain/clock/use-chain-time.ts'
import { useCurrentState } from '../use-current-state.ts'
import type { UserBet, UserBets } from '../user-bet.ts'
import { ClaimButton } from './claim-button.tsx'
import type { CardOneTap } from './enter-button.tsx'
import { ExpiredCard } from './expired-card.tsx'
import { LiveCard } from './live-card.tsx'
import { NextCard } from './next-card.tsx'
import { secondsToPrice } from './seconds-to-price.ts'

/** Props of the cards besides their round. */
export type CardProps = {
  lastPrice: PriceE8 | null
  userBets: UserBets
  isClaiming: boolean
  /** Side of the pending bet on the next round. */
  pendingSide: Position | null
  /** The server cannot be reached: the cards may be out of date. */
  isOffline: boolean
  /** First round without bets, which may be the one after the next; null unless bets are paused or about to be. */
  firstPausedEpoch: Epoch | null
  /** The operator's rules do not let the visitor bet. */
  isClosed?: boolean
  /** One-tap bets; null while they are off. */
  oneTap: CardOneTap | null
  onEnter: (position: Position, round: Round) => void
  onClaim: (epoch: Epoch) => void
  /** Opens the proof of a result; null where there is none to open. */
  onVerify: ((round: Round) => void) | null
}

type AnyCardProps = CardProps & {
  type: DisplayType
  round: Round
  /** The visitor's bet; by default the bet in `userBets`. */
  userBet?: UserBet | undefined
}

/** A round on the card of its type, in its current state. */
export function AnyCard(props: AnyCardProps) {
  const { type, round, lastPrice, userBets, isClaiming, onClaim, onVerify } = props
  const { pendingSide, isOffline, firstPausedEpoch, isClosed = false, oneTap, onEnter } = props
  const common = {
    round,
    userBet: props.userBet ?? userBets.get(round.epoch),
    isClaiming,
    onClaim,
  }
  switch (type) {
    case 'expired':
      return <TimedExpiredCard {...common} onVerify={onVerify} />
    case 'live':
      return <TimedLiveCard {...common} lastPrice={lastPrice} />
    case 'next':
      return (
        <TimedNextCard
          {...common}
          pendingSide={pendingSide}
          isOffline={isOffline}
          firstPausedEpoch={firstPausedEpoch}
          isClosed={isClosed}
          oneTap={oneTap}
          onEnter={onEnter}
        />
      )
  }
}

/** Returns the market's rules, the current state of a round, and the time to the next price. */
function useTiming(round: Round) {
  const market = useMarketRules()
  const state = useCurrentState(round)
  const priceIn = useChainTime((now) => secondsToPrice(round.times, market.strikeDelay, now))
  return { market, state, priceIn }
}

type Timing = keyof ReturnType<typeof useTiming>

type TimedExpiredCardProps = Omit<
  Parameters<typeof ExpiredCard>[0],
  Timing | 'onClaim' | 'onVerify'
> &
  Pick<CardProps, 'onClaim' | 'onVerify'>

const TimedExpiredCard = memo((props: TimedExpiredCardProps) => {
  const { round, onClaim, onVerify } = props
  const timing = useTiming(round)
  // The proof derives strikes by the rules of a bullring market. A pancake-v2 operator picks the prices.
  const canVerify = timing.market.kind === 'bullring'
  return (
    <ExpiredCard
      {...props}
      {...timing}
      onClaim={() => onClaim(round.epoch)}
      onVerify={canVerify && onVerify ? () => onVerify(round) : null}
    />
  )
})

type TimedLiveCardProps = Omit<Parameters<typeof LiveCard>[0], Timing | 'claimButton'> &
  Pick<CardProps, 'isClaiming' | 'onClaim'>

const TimedLiveCard = memo((props: TimedLiveCardProps) => (
  <LiveCard {...props} {...useTiming(props.round)} claimButton={<RefundButton {...props} />} />
))

type RefundButtonProps = { round: Round; userBet: UserBet | undefined } & Pick<
  CardProps,
  'isClaiming' | 'onClaim'
>

/** Collects the stake of a round that has not reached the Expired card; nothing without a refund. */
function RefundButton({ round, userBet, isClaiming, onClaim }: RefundButtonProps) {
  if (userBet === undefined || userBet.claimAmount === 0n) return null
  return (
    <ClaimButton
      amount={userBet.claimAmount}
      isClaiming={isClaiming}
      onClaim={() => onClaim(round.epoch)}
    />
  )
}

type TimedNextCardProps = Omit<Parameters<typeof NextCard>[0], Timing | 'claimButton' | 'onEnter'> &
  Pick<CardProps, 'isClaiming' | 'onClaim' | 'onEnter'>

const TimedNextCard = memo((props: TimedNextCardProps) => {
  const { round, onEnter } = props
  return (
    <NextCard
      {...props}
      {...useTiming(round)}
      claimButton={<RefundButton {...props} />}
      onEnter={(position) => onEnter(position, round)}
    />
  )
})
