import type { DisplayType } from '@bullring/prediction/round-state'
import { useWords } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { RingGauge } from '#ui/ring-gauge.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Figure, Figures, Headline, Side, Sides } from './figures.tsx'
import liveStyles from './live-card.module.css'
import styles from './placeholder-card.module.css'
import cardStyles from './round-card.module.css'
import { RoundCard } from './round-card.tsx'
import { ROUND_WORDS } from './round-words.ts'
import { ShareBar } from './share-bar.tsx'

const HEADLINES = {
  next: 'prizePool',
  live: 'lastPrice',
  expired: 'closedPrice',
} as const

/** The place of a card that is yet to be drawn. */
export function BlankCard() {
  return <div className={cardStyles['card']} aria-hidden="true" />
}

/** A card whose round is on its way: same geometry, no numbers. */
export function LoadingCard({ type }: { type: DisplayType }) {
  const words = useWords(ROUND_WORDS)
  const headline = (
    <Headline label={words[HEADLINES[type]]}>
      <Skeleton characters={8} />
    </Headline>
  )
  const figures = (
    <Figures>
      <Figure label={words.lockedPrice}>
        <Skeleton characters={9} />
      </Figure>
      <Figure label={words.prizePool}>
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

/** A card for a round that cannot exist yet: the first ones of a market. */
export function MissingCard({ type }: { type: DisplayType }) {
  const words = useWords(ROUND_WORDS)
  return (
    <RoundCard type={type} status="">
      <div className={styles['message']}>
        <RingGauge arcs={[]} seats={24} className={styles['ring']} />
        <p>{{ next: words.noNext, live: words.noLive, expired: words.noExpired }[type]}</p>
      </div>
    </RoundCard>
  )
}

/** A card whose round could not be loaded. */
export function FailedCard({ type, onRetry }: { type: DisplayType; onRetry: () => void }) {
  const words = useWords(ROUND_WORDS)
  return (
    <RoundCard type={type} status="">
      <div className={styles['message']}>
        <p>{words.failed}</p>
        <Button tone="quiet" onClick={onRetry}>
          {words.retry}
        </Button>
      </div>
    </RoundCard>
  )
}
