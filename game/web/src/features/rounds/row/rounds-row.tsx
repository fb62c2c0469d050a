import type { DisplayType } from '@bullring/prediction/round-state'
import { type ReactNode, type RefObject, useRef } from 'react'
import type { Round } from '#api/round/round.ts'
import { useRenderStep } from '#browser/use-render-step.ts'
import { useMessages } from '#i18n/language.ts'
import { AnyCard, type CardProps } from '../cards/any-card.tsx'
import { BlankCard, FailedCard, LoadingCard, MissingCard } from '../cards/placeholder-card.tsx'
import { ROUND_MESSAGES } from '../round-messages.ts'
import type { CardRound, Rounds } from '../use-rounds.ts'
import styles from './rounds-row.module.css'
import { useRowMotion } from './use-row-motion.ts'

type RoundsRowProps = CardProps & {
  rounds: Rounds
  /** Renders the cards of older rounds to the left. They load later. */
  older: (row: RefObject<HTMLElement | null>) => ReactNode
}

/** Mounts one card per render step, first the card that takes bets. */
const RENDER_ORDER: readonly DisplayType[] = ['next', 'live', 'expired']

/** The row of the Expired, Live and Next cards (R-CARD-1), and of the rounds before them. */
export function RoundsRow({ rounds, older, ...cards }: RoundsRowProps) {
  const messages = useMessages(ROUND_MESSAGES)
  const row = useRef<HTMLElement>(null)
  useRowMotion(row, rounds.epoch)
  const step = useRenderStep(RENDER_ORDER.length)
  const card = (type: DisplayType) =>
    step > RENDER_ORDER.indexOf(type) ? (
      <Slot type={type} card={rounds[type]} onRetry={rounds.isFailing ? null : rounds.retry}>
        {(round) => <AnyCard type={type} round={round} {...cards} />}
      </Slot>
    ) : (
      <BlankCard />
    )

  return (
    <div className={styles['frame']}>
      <section ref={row} className={styles['row']} aria-label={messages.rows}>
        <div className={styles['track']}>
          {older(row)}
          {card('expired')}
          {card('live')}
          {card('next')}
        </div>
      </section>
    </div>
  )
}

type SlotProps = {
  type: DisplayType
  card: CardRound
  onRetry: (() => void) | null
  children: (round: Round) => ReactNode
}

/** A card, or its placeholder while there is no round to show. */
export function Slot({ type, card, onRetry, children }: SlotProps) {
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
