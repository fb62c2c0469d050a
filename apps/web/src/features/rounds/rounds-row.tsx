import type { Position } from '@bullring/prediction/payout'
import type { DisplayType } from '@bullring/prediction/round-state'
import type { Epoch, PriceE8 } from '@bullring/prediction/units'
import { type ReactNode, useRef } from 'react'
import { useMarketKind } from '#api/market-kind.ts'
import type { Round } from '#api/round.ts'
import { useHasPassed } from '#chain/use-chain-time.ts'
import { useWords } from '#i18n/language.ts'
import { ExpiredCard } from './expired-card.tsx'
import { LiveCard } from './live-card.tsx'
import { NextCard } from './next-card.tsx'
import type { OwnBets } from './own-bet.ts'
import { FailedCard, LoadingCard, MissingCard } from './placeholder-card.tsx'
import { ROUND_WORDS } from './round-words.ts'
import styles from './rounds-row.module.css'
import { shownState } from './shown-state.ts'
import type { CardRound, Rounds } from './use-rounds.ts'
import { useRowMotion } from './use-row-motion.ts'

type RoundsRowProps = {
  rounds: Rounds
  lastPrice: PriceE8 | null
  ownBets: OwnBets
  isClaiming: boolean
  onEnter: (position: Position, round: Round) => void
  onCollect: (epoch: Epoch) => void
  onVerify: (round: Round) => void
}

/** The row of Expired, Live and Next. */
export function RoundsRow(props: RoundsRowProps) {
  const words = useWords(ROUND_WORDS)
  const { rounds, lastPrice, ownBets, isClaiming, onEnter, onCollect, onVerify } = props
  const row = useRef<HTMLElement>(null)
  useRowMotion(row, rounds.epoch, rounds.next.kind === 'ready')
  const card = (type: DisplayType, render: (round: Round) => ReactNode) => (
    <Slot type={type} card={rounds[type]} onRetry={rounds.retry}>
      {render}
    </Slot>
  )

  return (
    <section ref={row} className={styles['row']} aria-label={words.rows}>
      {card('expired', (round) => (
        <TimedExpiredCard
          round={round}
          ownBet={ownBets.get(round.epoch)}
          isClaiming={isClaiming}
          onCollect={() => onCollect(round.epoch)}
          onVerify={() => onVerify(round)}
        />
      ))}
      {card('live', (round) => (
        <TimedLiveCard round={round} ownBet={ownBets.get(round.epoch)} lastPrice={lastPrice} />
      ))}
      {card('next', (round) => (
        <TimedNextCard
          round={round}
          ownBet={ownBets.get(round.epoch)}
          onEnter={(position) => onEnter(position, round)}
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

/** State of the round at this second; renders again only when it changes. */
function useShownState({ state, times }: Round) {
  const isLocked = useHasPassed(times.lockTimestamp)
  const isClosed = useHasPassed(times.closeTimestamp)
  const reached = isClosed ? times.closeTimestamp : isLocked ? times.lockTimestamp : null
  return shownState(state, times, reached)
}

function TimedExpiredCard(
  props: Omit<Parameters<typeof ExpiredCard>[0], 'state' | 'onVerify'> & { onVerify: () => void },
) {
  // The proof knows the rules of our own contract; another one's prices are its operator's choice.
  const canVerify = useMarketKind() === 'bullring'
  const onVerify = canVerify ? props.onVerify : null
  return <ExpiredCard {...props} onVerify={onVerify} state={useShownState(props.round)} />
}

function TimedLiveCard(props: Omit<Parameters<typeof LiveCard>[0], 'state'>) {
  return <LiveCard {...props} state={useShownState(props.round)} />
}

function TimedNextCard(props: Omit<Parameters<typeof NextCard>[0], 'isOpen' | 'kind'>) {
  const kind = useMarketKind()
  return <NextCard {...props} kind={kind} isOpen={useShownState(props.round).kind === 'open'} />
}
