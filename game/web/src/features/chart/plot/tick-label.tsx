import { formatPrice } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { CHART_MESSAGES } from '../chart-messages.ts'
import type { Ticks } from '../use-ticks.ts'
import styles from './tick-line.module.css'

/** The newest price of the exchange, with the words that it decides nothing. */
export function TickLabel({ ticks: { newest, isLive } }: { ticks: Ticks }) {
  const messages = useMessages(CHART_MESSAGES)
  if (newest === undefined) return null
  return (
    <p className={classNames(styles['label'], !isLive && styles['ended'])} aria-hidden={!isLive}>
      <b>{formatPrice(newest.price)}</b> <span>{messages.tick}</span>
    </p>
  )
}
