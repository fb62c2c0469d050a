import type { PricePoint } from '#api/round/price-point.ts'
import { formatPrice, formatTime } from '#format/format.ts'
import { type ChartScale, type Plot, toDollars } from '../scale/chart-scale.ts'
import { MARGIN, TAG_HEIGHT, tagText } from './chart-layout.ts'
import styles from './price-chart.module.css'

type CursorProps = { point: PricePoint; scale: ChartScale; plot: Plot }

/** The newest point, with its price on the axis. It flashes once when a price arrives. */
export function NewestPoint({ point, scale, plot }: CursorProps) {
  const x = scale.x(point.timestamp)
  const y = scale.y(toDollars(point.price))
  return (
    <g className={styles['cursor']}>
      <circle key={point.timestamp} className={styles['flash']} cx={x} cy={y} r={5} />
      <circle cx={x} cy={y} r={5} />
      <PriceOnAxis point={point} y={y} plot={plot} />
    </g>
  )
}

/** Width in pixels of the tag with a time. */
const TIME_WIDTH = 62

/** The crosshair at the selected point, with its price and time on the axes. */
export function Crosshair({ point, scale, plot }: CursorProps) {
  const x = scale.x(point.timestamp)
  const y = scale.y(toDollars(point.price))
  const timeX = Math.min(Math.max(x, TIME_WIDTH / 2), plot.width + MARGIN.right - TIME_WIDTH / 2)
  return (
    <g className={styles['cursor']}>
      <line x1={x} x2={x} y1={-MARGIN.top} y2={plot.height} />
      <line x2={plot.width} y1={y} y2={y} />
      <circle cx={x} cy={y} r={5} />
      <PriceOnAxis point={point} y={y} plot={plot} />
      <g transform={`translate(${timeX} ${plot.height + 13})`}>
        <rect x={-TIME_WIDTH / 2} y={-10} width={TIME_WIDTH} height={20} rx={6} />
        <text dy="0.34em" textAnchor="middle">
          {formatTime(point.timestamp)}
        </text>
      </g>
    </g>
  )
}

function PriceOnAxis({ point, y, plot }: { point: PricePoint; y: number; plot: Plot }) {
  return (
    <g transform={`translate(${plot.width + 4} ${y})`}>
      <rect y={-TAG_HEIGHT / 2} width={MARGIN.right - 6} height={TAG_HEIGHT} rx={6} />
      <text x={6} dy="0.34em">
        {tagText(formatPrice(point.price))}
      </text>
    </g>
  )
}
