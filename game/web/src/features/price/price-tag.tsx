import type { PriceE8, UnixSeconds } from '@bullring/prediction/units'
import { useState } from 'react'
import { useMarketSymbol } from '#api/market/market-config.ts'
import { useChainTime } from '#chain/clock/use-chain-time.ts'
import { formatPrice } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { LineDot, type LineTone } from '#ui/line-dot.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { type PriceDirection, priceDirection } from './price-direction.ts'
import { PRICE_DIRECTION_MESSAGES, PRICE_LINE_MESSAGES, PRICE_MESSAGES } from './price-messages.ts'
import styles from './price-tag.module.css'

type PriceTagProps = {
  /** Oldest first; empty while loading. */
  points: readonly { price: PriceE8; timestamp: UnixSeconds }[]
  /** The state of the connection that brings prices. */
  line: LineTone
}

/** The newest price, for the top bar (R-CHART-4), and how old it is. */
export function PriceTag({ points, line }: PriceTagProps) {
  const messages = useMessages(PRICE_MESSAGES)
  const symbol = useMarketSymbol()
  const newest = points.at(-1)
  return (
    <section aria-label={messages.group({ symbol })} className={styles['tag']}>
      <span className={styles['pair']} data-pair>
        {messages.pair({ symbol })}
      </span>
      {newest === undefined ? (
        <span className={styles['price']}>
          <Skeleton characters={9} />
        </span>
      ) : (
        <TickingPrice
          price={newest.price}
          direction={priceDirection(points.map(({ price }) => price))}
        />
      )}
      <span className={styles['age']}>
        <LineDot tone={line} />
        <VisuallyHidden>{useMessages(PRICE_LINE_MESSAGES)[line]}</VisuallyHidden>
        {newest && <Age timestamp={newest.timestamp} />}
      </span>
    </section>
  )
}

function TickingPrice({ price, direction }: { price: PriceE8; direction: PriceDirection }) {
  const directions = useMessages(PRICE_DIRECTION_MESSAGES)
  const [first] = useState(price)
  return (
    <span className={classNames(styles['price'], styles[direction])}>
      {price !== first && <span className={styles['pulse']} key={`pulse ${price}`} />}
      {formatPrice(price)}
      <span className={styles['hint']} key={`${price}`}>
        {direction !== 'unchanged' && <Icon name={direction} size={11} />}
      </span>
      <VisuallyHidden>{directions[direction]}</VisuallyHidden>
    </span>
  )
}

const SECONDS_PER_MINUTE = 60
const MINUTES_PER_HOUR = 60
/** Up to this age in seconds. */
const SHOWN_IN_SECONDS = 100

/** The age of the newest price in chain time: "4 s ago". */
function Age({ timestamp }: { timestamp: UnixSeconds }) {
  const messages = useMessages(PRICE_MESSAGES)
  const seconds = useChainTime((now) => (now === null ? null : Math.max(0, now - timestamp)))
  if (seconds === null) return null
  if (seconds < SHOWN_IN_SECONDS) return messages.secondsAgo({ seconds })
  const minutes = Math.floor(seconds / SECONDS_PER_MINUTE)
  if (minutes < MINUTES_PER_HOUR) return messages.minutesAgo({ minutes })
  return messages.hoursAgo({ hours: Math.floor(minutes / MINUTES_PER_HOUR) })
}
