import type { RoundTimes } from '@bullring/prediction/schedule'
import { useChainTime } from '#chain/clock/use-chain-time.ts'
import { changeTone } from '#format/change-tone.ts'
import { formatPriceChange } from '#format/format.ts'
import { formatTimeLeft } from '#format/time-left.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { RingGauge } from '#ui/ring-gauge.tsx'
import { ROUND_MESSAGES } from '../round-messages.ts'
import styles from './time-ring.module.css'

type TimeRingProps = {
  times: RoundTimes
  /** Last price minus lock price, 8 decimals; null until both are known. */
  change: bigint | null
}

const SEATS = 60

/** The time left to the close as a ring, with the price change in the middle. */
export function TimeRing({ times, change }: TimeRingProps) {
  const { lockTimestamp, closeTimestamp } = times
  const left = useChainTime((now) => (now === null ? null : Math.max(0, closeTimestamp - now)))
  const share = Math.min(1, (left ?? 0) / (closeTimestamp - lockTimestamp))
  return (
    <RingGauge
      arcs={[{ tone: 'amber', from: 0, to: share }]}
      seats={SEATS}
      thickness={0.08}
      className={styles['ring']}
    >
      <PriceChange change={change} />
      <span className={styles['left']}>{left !== null && left > 0 && formatTimeLeft(left)}</span>
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
      {tone !== 'even' && <Icon name={tone} size={18} />}
      <span>{text}</span>
    </span>
  )
}
