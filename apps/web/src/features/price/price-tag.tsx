import type { PriceE8 } from '@bullring/prediction/units'
import { formatPrice } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { type PriceDirection, priceDirection } from './price-direction.ts'
import { PRICE_DIRECTION_MESSAGES, PRICE_MESSAGES } from './price-messages.ts'
import styles from './price-tag.module.css'
import { useCountUp } from './use-count-up.ts'

/**
 * The newest price, for the top bar (R-CHART-4).
 *
 * @param props.prices - Oldest first; empty while loading.
 */
export function PriceTag({ prices }: { prices: readonly PriceE8[] }) {
  const messages = useMessages(PRICE_MESSAGES)
  const price = prices.at(-1)
  return (
    <section aria-label={messages.group} className={styles['tag']}>
      <span className={styles['pair']}>{messages.pair}</span>
      {price === undefined ? (
        <span className={styles['price']}>
          <Skeleton characters={9} />
        </span>
      ) : (
        <TickingPrice price={price} direction={priceDirection(prices)} />
      )}
    </section>
  )
}

function TickingPrice({ price, direction }: { price: PriceE8; direction: PriceDirection }) {
  const directions = useMessages(PRICE_DIRECTION_MESSAGES)
  const displayed = useCountUp(price)
  return (
    <span className={classNames(styles['price'], styles[direction])}>
      {formatPrice(displayed)}
      <span className={styles['hint']} key={`${price}`}>
        {direction !== 'unchanged' && <Icon name={direction} size={11} />}
      </span>
      <VisuallyHidden>{directions[direction]}</VisuallyHidden>
    </span>
  )
}
