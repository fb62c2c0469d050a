import type { Pool } from '@bullring/prediction/payout'
import { changeTone } from '#format/change-tone.ts'
import { formatPriceChange } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { type RingArc, RingGauge } from '#ui/ring-gauge.tsx'
import styles from './pool-ring.module.css'
import { ROUND_MESSAGES } from './round-messages.ts'
import { bullShare } from './round-odds.ts'

/** Gap between the two sides, as a fraction of a turn. */
const GAP = 0.008

/** Returns the arcs of the ring: UP centred at the top, DOWN at the bottom, each as long as its share. */
export function poolArcs(share: number | null): RingArc[] {
  if (share === null) return []
  const half = share / 2
  const gap = share === 0 || share === 1 ? 0 : GAP
  return [
    { tone: 'up', from: -half + gap, to: half - gap },
    { tone: 'down', from: half + gap, to: 1 - half - gap },
  ]
}

type PoolRingProps = {
  pool: Pool
  /** Last price minus lock price, 8 decimals; null until both are known. */
  change: bigint | null
}

/** The split of the pool between UP and DOWN as a ring, with the price change in the middle. */
export function PoolRing({ pool, change }: PoolRingProps) {
  const share = bullShare(pool)
  return (
    <RingGauge
      arcs={poolArcs(share)}
      thickness={0.1}
      className={share === null ? undefined : styles['full']}
    >
      <PriceChange change={change} />
    </RingGauge>
  )
}

/** Characters that fit into the ring on a phone at the normal font size. */
const MAX_CHARACTERS = 9

function PriceChange({ change }: { change: bigint | null }) {
  const messages = useMessages(ROUND_MESSAGES)
  if (change === null) return <span className={styles['waiting']}>{messages.waiting}</span>
  const tone = changeTone(change)
  const text = formatPriceChange(change)
  const isLong = text.length > MAX_CHARACTERS
  return (
    <span className={classNames(styles['change'], styles[tone], isLong && styles['long'])}>
      {tone !== 'even' && <Icon name={tone} size={20} />}
      <span>{text}</span>
    </span>
  )
}
