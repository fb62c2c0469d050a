import type { Position } from '@bullring/prediction/payout'
import type { DisplayType } from '@bullring/prediction/round-state'
import type { Epoch, PriceE8 } from '@bullring/prediction/units'
import { memo, type ReactNode, useRef } from 'react'
import { useMarketRules } from '#api/market-rules.ts'
import type { Round } from '#api/round.ts'
import { useRenderStep } from '#browser/use-render-step.ts'
import { useChainTime } from '#chain/use-chain-time.ts'
import { useMessages } from '#i18n/language.ts'
import { ClaimButton } from './claim-button.tsx'
import { ExpiredCard } from './expired-card.tsx'
import { LiveCard } from './live-card.tsx'
import { NextCard } from './next-card.tsx'
import { BlankCard, FailedCard, LoadingCard, MissingCard } from './placeholder-card.tsx'
import { ROUND_MESSAGES } from './round-messages.ts'
import styles from './rounds-row.module.css'
import { secondsToPrice } from './seconds-to-price.ts'
import { useCurrentState } from './use-current-state.ts'
import type { CardRound, Rounds } from './use-rounds.ts'
import { useRowMotion } from './use-row-motion.ts'
import type { UserBet, UserBets } from './user-bet.ts'

type RoundsRowProps = {
  rounds: Rounds
  lastPrice: PriceE8 | null
  userBets: UserBets
  isClaiming: boolean
  /** Side of the pending bet on the next round. */
  pendingSide: Position | null
  /** The server cannot be reached: what the cards show may be old. */
  isOffline: boolean
  /** The contract takes no bets for now. */
  isPaused: boolean
  onEnter: (position: Position, round: Round) => void
  onClaim: (epoch: Epoch) => void
  onVerify: (round: Round) => void
}

/** One card per render step, the one that takes bets first. */
const RENDER_ORDER: readonly DisplayType[] = ['next', 'live', 'expired']

/** The row of the Expired, Live and Next cards (R-CARD-1). */
export function RoundsRow(props: RoundsRowProps) {
  const messages = useMessages(ROUND_MESSAGES)
  const { rounds, lastPrice, userBets, isClaiming, pendingSide, isPaused } = props
  const { isOffline, onEnter, onClaim, onVerify } = props
  const row = useRef<HTMLElement>(null)
  useRowMotion(row, rounds.epoch, rounds.next.kind === 'ready')
  const step = useRenderStep(RENDER_ORDER.length)
  const card = (type: DisplayType, render: (round: Round) => ReactNode) =>
    step > RENDER_ORDER.indexOf(type) ? (
      <Slot type={type} card={rounds[type]} onRetry={rounds.retry}>
        {render}
      </Slot>
    ) : (
      <BlankCard />
    )

  return (
    <section ref={row} className={styles['row']} aria-label={messages.rows}>
      {card('expired', (round) => (
        <TimedExpiredCard
          round={round}
          userBet={userBets.get(round.epoch)}
          isClaiming={isClaiming}
          onClaim={onClaim}
          onVerify={onVerify}
        />
      ))}
      {card('live', (round) => (
        <TimedLiveCard
          round={round}
          userBet={userBets.get(round.epoch)}
          lastPrice={lastPrice}
          isClaiming={isClaiming}
          onClaim={onClaim}
        />
      ))}
      {card('next', (round) => (
        <TimedNextCard
          round={round}
          userBet={userBets.get(round.epoch)}
          pendingSide={pendingSide}
          isOffline={isOffline}
          isPaused={isPaused}
          isClaiming={isClaiming}
          onClaim={onClaim}
          onEnter={onEnter}
        />
      ))}
    </section>
  )
}

type SlotProps = {
  type: DisplayType
  card: CardRound
  onRetry: () => void
  children: (round: Round) => ReactNode
}

function Slot({ type, card, onRetry, children }: SlotProps) {
  switch (card.kind) {
    case 'loading':
      return <LoadingCard type={type} />
    case 'failed':
      return <FailedCard type={type} onRetry={onRetry} />
    case 'none':
      return <MissingCard type={type} />
    case 'ready':
      return children(card.round)
  }
}

/** What a card needs besides its round: the market's rules, the state now, and the time to the next price. */
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
  Pick<RoundsRowProps, 'onClaim' | 'onVerify'>

const TimedExpiredCard = memo((props: TimedExpiredCardProps) => {
  const { round, onClaim, onVerify } = props
  const timing = useTiming(round)
  // The proof derives strikes by the rules of a bullring market; a pancake-v2 operator picks the prices.
  const canVerify = timing.market.kind === 'bullring'
  return (
    <ExpiredCard
      {...props}
      {...timing}
      onClaim={() => onClaim(round.epoch)}
      onVerify={canVerify ? () => onVerify(round) : null}
    />
  )
})

type TimedLiveCardProps = Omit<Parameters<typeof LiveCard>[0], Timing | 'claimButton'> &
  Pick<RoundsRowProps, 'isClaiming' | 'onClaim'>

const TimedLiveCard = memo((props: TimedLiveCardProps) => (
  <LiveCard {...props} {...useTiming(props.round)} claimButton={<RefundButton {...props} />} />
))

type RefundButtonProps = { round: Round; userBet: UserBet | undefined } & Pick<
  RoundsRowProps,
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
  Pick<RoundsRowProps, 'isClaiming' | 'onClaim' | 'onEnter'>

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
