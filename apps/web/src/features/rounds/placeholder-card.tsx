import type { DisplayType } from '@bullring/prediction/round-state'
import { Button } from '#ui/button.tsx'
import { RingGauge } from '#ui/ring-gauge.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Figure, Figures, Headline, Side, Sides } from './figures.tsx'
import liveStyles from './live-card.module.css'
import styles from './placeholder-card.module.css'
import { RoundCard } from './round-card.tsx'
import { ROUND_WORDS } from './round-words.ts'
import { ShareBar } from './share-bar.tsx'

const HEADLINES = {
  next: ROUND_WORDS.prizePool,
  live: ROUND_WORDS.lastPrice,
  expired: ROUND_WORDS.closedPrice,
} as const

/** A card whose round is on its way: same geometry, no numbers. */
export function LoadingCard({ type }: { type: DisplayType }) {
  const headline = (
    <Headline label={HEADLINES[type]}>
      <Skeleton characters={8} />
    </Headline>
  )
  const figures = (
    <Figures>
      <Figure label={ROUND_WORDS.lockedPrice}>
        <Skeleton characters={9} />
      </Figure>
      <Figure label={ROUND_WORDS.prizePool}>
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
export function MissingCard({ type }: { type: 'live' | 'expired' }) {
  return (
    <RoundCard type={type} status="">
      <div className={styles['message']}>
        <RingGauge arcs={[]} seats={24} className={styles['ring']} />
        <p>{type === 'live' ? ROUND_WORDS.noLive : ROUND_WORDS.noExpired}</p>
      </div>
    </RoundCard>
  )
}

/** A card whose round could not be loaded. */
export function FailedCard({ type, onRetry }: { type: DisplayType; onRetry: () => void }) {
  return (
    <RoundCard type={type} status="">
      <div className={styles['message']}>
        <p>{ROUND_WORDS.failed}</p>
        <Button tone="quiet" onClick={onRetry}>
          {ROUND_WORDS.retry}
        </Button>
      </div>
    </RoundCard>
  )
}
