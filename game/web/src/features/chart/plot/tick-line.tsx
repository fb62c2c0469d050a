import type { PricePoint } from '#api/round/price-point.ts'
import { classNames } from '#ui/class-names.ts'
import { type ChartScale, toDollars } from '../scale/chart-scale.ts'
import type { Ticks } from '../use-ticks.ts'
import styles from './tick-line.module.css'

type TickLineProps = { from: PricePoint; ticks: Ticks; scale: ChartScale }

/** The line of the exchange, from the oracle's last answer. It fades when no more prices arrive. */
export function TickLine({ from, ticks: { since, isLive }, scale }: TickLineProps) {
  const last = since.at(-1)
  if (last === undefined) return null
  const places = [from, ...since].map(
    ({ timestamp, price }) => `${scale.x(timestamp)} ${scale.y(toDollars(price))}`,
  )
  return (
    <g className={classNames(styles['line'], !isLive && styles['ended'])} data-ticks={since.length}>
      <path d={`M${places.join('L')}`} />
      <circle cx={scale.x(last.timestamp)} cy={scale.y(toDollars(last.price))} r={4} />
    </g>
  )
}
