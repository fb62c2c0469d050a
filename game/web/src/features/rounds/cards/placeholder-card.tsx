import type { DisplayType } from '@bullring/prediction/round-state'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/controls/button.tsx'
import { RingGauge } from '#ui/ring-gauge.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import ticketStyles from '#ui/ticket.module.css'
import { Figure, Figures, Headline, Side, Sides } from '../figures/figures.tsx'
import { ShareBar } from '../figures/share-bar.tsx'
import { ROUND_MESSAGES } from '../round-messages.ts'
import liveStyles from './live-card.module.css'
import styles from './placeholder-card.module.css'
import cardStyles from './round-card.module.css'
import { RoundCard } from './round-card.tsx'

const HEADLINES = {
  next: 'prizePool',
  live: 'lastPrice',
  expired: 'closedPrice',
} as const

/** Reserves the space of a card that has not been rendered yet. */
export function BlankCard() {
  return <div className={classNames(ticketStyles['card'], cardStyles['card'])} aria-hidden="true" />
}

/** A card whose round is loading: same geometry, no numbers. */
export function LoadingCard({ type }: { type: DisplayType }) {
  const messages = useMessages(ROUND_MESSAGES)
  const headline = (
    <Headline label={messages[HEADLINES[type]]}>
      <Skeleton characters={8} />
    </Headline>
  )
  const figures = (
    <Figures>
      <Figure label={messages.lockedPrice}>
        <Skeleton characters={9} />
      </Figure>
      <Figure label={messages.prizePool}>
        <Skeleton characters={9} />
      </Figure>
    </Figures>
  )
  return (
    <RoundCard type={type} status="">
      {type === 'next' && (
        <>
          {headline}
          <ShareBar pool={null} />
        </>
      )}
      {type === 'expired' && (
        <>
          {headline}
          {figures}
          <ShareBar pool={null} />
        </>
      )}
      {type === 'live' && (
        <div className={liveStyles['arena']}>
          <RingGauge arcs={[]} thickness={0.1} />
          {headline}
          {figures}
        </div>
      )}
      <Sides>
        <Side position="bull" multiple={null} amount={null}>
          {type === 'next' && <div className={styles['button']} />}
        </Side>
        <Side position="bear" multiple={null} amount={null}>
          {type === 'next' && <div className={styles['button']} />}
        </Side>
      </Sides>
    </RoundCard>
  )
}

/** A card for a round that does not exist yet, in the first rounds of a market. */
export function MissingCard({ type }: { type: DisplayType }) {
  const messages = useMessages(ROUND_MESSAGES)
  return (
    <RoundCard type={type} status="">
      <div className={styles['message']}>
        <RingGauge arcs={[]} seats={24} className={styles['ring']} />
        <p>{{ next: messages.noNext, live: messages.noLive, expired: messages.noExpired }[type]}</p>
      </div>
    </RoundCard>
  )
}

type FailedCardProps = {
  type: DisplayType
  /** Null while the whole page offers to retry. */
  onRetry: (() => void) | null
}

/** A card whose round could not be loaded. */
export function FailedCard({ type, onRetry }: FailedCardProps) {
  const messages = useMessages(ROUND_MESSAGES)
  return (
    <RoundCard type={type} status="">
      <div className={styles['message']}>
        <p>{messages.failed}</p>
        {onRetry !== null && (
          <Button tone="quiet" onClick={onRetry}>
            {messages.retry}
          </Button>
        )}
      </div>
    </RoundCard>
  )
}
