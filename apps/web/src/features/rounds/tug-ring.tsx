import type { Pool } from '@bullring/prediction/payout'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { formatPriceChange } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { type RingArc, RingGauge } from '#ui/ring-gauge.tsx'
import { bullShare } from './pool-share.ts'
import { ROUND_MESSAGES } from './round-messages.ts'
import styles from './tug-ring.module.css'

/** Gap between the two sides, in turns. */
const GAP = 0.008

/** UP holds the top of the ring and DOWN the bottom: the heavier side pushes the other back. */
export function tugArcs(share: number | null): RingArc[] {
  if (share === null) return []
  const half = share / 2
  const gap = share === 0 || share === 1 ? 0 : GAP
  return [
    { tone: 'up', from: -half + gap, to: half - gap },
    { tone: 'down', from: half + gap, to: 1 - half - gap },
  ]
}

type TugRingProps = {
  pool: Pool
  /** Last price less lock price, 8 decimals; null until both are known. */
  change: bigint | null
}

/** The pull between the two sides, with where the price stands in the middle. */
export function TugRing({ pool, change }: TugRingProps) {
  const share = bullShare(pool)
  return (
    <RingGauge
      arcs={tugArcs(share)}
      thickness={0.1}
      className={share === null ? undefined : styles['full']}
    >
      <PriceChange change={change} />
    </RingGauge>
  )
}

/** What a phone's ring has room for in its own size. */
const ROOM_CHARACTERS = 9

function PriceChange({ change }: { change: bigint | null }) {
  const messages = useMessages(ROUND_MESSAGES)
  if (change === null) return <span className={styles['waiting']}>{messages.waiting}</span>
  const tone = change === 0n ? 'even' : change > 0n ? 'up' : 'down'
  const text = formatPriceChange(change)
  const isLong = text.length > ROOM_CHARACTERS
  return (
    <span className={classNames(styles['change'], styles[tone], isLong && styles['long'])}>
      {tone !== 'even' && <Icon name={tone} size={20} />}
      <span>{text}</span>
    </span>
  )
}
