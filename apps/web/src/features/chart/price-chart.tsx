import { toUnixSeconds } from '@bullring/prediction/units'
import { useId } from 'react'
import type { PricePoint } from '#api/price-point.ts'
import { formatPrice, formatTime } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import type { BetMark } from './bet-mark.ts'
import { bandName, type ChartBand, finishTime } from './chart-band.ts'
import { ChartMarks } from './chart-marks.tsx'
import { CHART_BAND_MESSAGES } from './chart-messages.ts'
import type { ChartScale, Plot } from './chart-scale.ts'
import { chartScale, toDollars } from './chart-scale.ts'
import styles from './price-chart.module.css'

/** Space in pixels for the price labels on the right, the times below and the names of rounds above. */
const MARGIN = { top: 22, right: 76, bottom: 22, left: 0 }

type PriceChartProps = {
  /** At least one, oldest first. */
  points: readonly PricePoint[]
  bands: readonly ChartBand[]
  bets: readonly BetMark[]
  size: Plot
  /** Index of the selected point; null for none. */
  active: number | null
}

/** Returns the size of the plot within the margins. */
export function innerPlot(size: Plot): Plot {
  return {
    width: Math.max(1, size.width - MARGIN.left - MARGIN.right),
    height: Math.max(1, size.height - MARGIN.top - MARGIN.bottom),
  }
}

/** Distance of the plot from the left edge of the chart, in pixels. */
export const PLOT_LEFT = MARGIN.left

/** The price line, with the rounds as bands. Drawn in steps: each answer is in force until the next one. */
export function PriceChart({ points, bands, bets, size, active }: PriceChartProps) {
  const plot = innerPlot(size)
  const scale = chartScale(points, plot, finishTime(bands))
  const selected = active === null ? points.at(-1) : points[active]
  return (
    <svg
      className={styles['chart']}
      viewBox={`0 0 ${size.width} ${size.height}`}
      aria-hidden="true"
    >
      <g transform={`translate(${MARGIN.left} ${MARGIN.top})`}>
        <PriceGrid scale={scale} plot={plot} tagged={active === null ? points.at(-1) : undefined} />
        {bands.map((band) => (
          <Band key={band.epoch} band={band} points={points} scale={scale} plot={plot} />
        ))}
        <path d={pricePath(points, scale)} className={styles['line']} />
        <TimeEnds scale={scale} plot={plot} />
        <Finish points={points} bands={bands} scale={scale} plot={plot} />
        <ChartMarks bands={bands} bets={bets} scale={scale} />
        {selected && (
          <Cursor point={selected} isActive={active !== null} scale={scale} plot={plot} />
        )}
      </g>
    </svg>
  )
}

type LayerProps = { scale: ChartScale; plot: Plot }

/** Height in pixels of the tag with the last price on the price axis. */
const TAG_HEIGHT = 22

/** @param tagged - The point whose tag is on the axis: labels behind it are hidden. */
function PriceGrid({ scale, plot, tagged }: LayerProps & { tagged: PricePoint | undefined }) {
  const tag = tagged && scale.y(toDollars(tagged.price))
  return scale.ticks.map((tick) => {
    const y = scale.y(tick)
    const isHidden = tag !== undefined && Math.abs(tag - y) < TAG_HEIGHT * 0.8
    return (
      <g key={tick} transform={`translate(0 ${y})`} className={styles['grid']}>
        <line x2={plot.width} />
        {!isHidden && (
          <text x={plot.width + 10} dy="0.32em">
            ${tick.toFixed(2)}
          </text>
        )}
      </g>
    )
  })
}

function TimeEnds({ scale, plot }: LayerProps) {
  const [first = 0, last = 0] = scale.x.domain.map((seconds) => Math.round(seconds))
  return (
    <g className={styles['times']} transform={`translate(0 ${plot.height + 17})`}>
      <text>{formatTime(toUnixSeconds(first))}</text>
      <text x={plot.width} textAnchor="end">
        {formatTime(toUnixSeconds(last))}
      </text>
    </g>
  )
}

type FinishProps = LayerProps & { points: readonly PricePoint[]; bands: readonly ChartBand[] }

/** The hatched area from the last price to the close of the live round. */
function Finish({ points, bands, scale, plot }: FinishProps) {
  const id = useId()
  const last = points.at(-1)
  const finish = finishTime(bands)
  if (!last || finish <= last.timestamp) return null
  const from = scale.x(last.timestamp)
  const y = scale.y(toDollars(last.price))
  return (
    <g className={styles['finish']}>
      <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse">
        <path d="M-1 8 8 -1" />
      </pattern>
      <rect
        x={from}
        y={-MARGIN.top}
        width={plot.width - from}
        height={plot.height + MARGIN.top}
        fill={`url(#${id})`}
      />
      <line className={styles['leader']} x1={from} x2={plot.width} y1={y} y2={y} />
      <line
        className={styles['goal']}
        x1={plot.width}
        x2={plot.width}
        y1={-MARGIN.top}
        y2={plot.height}
      />
    </g>
  )
}

type BandProps = LayerProps & { band: ChartBand; points: readonly PricePoint[] }

/** One round: its name, its lock price, and the areas above and below it. */
function Band({ band, points, scale, plot }: BandProps) {
  const messages = useMessages(CHART_BAND_MESSAGES)
  const id = useId()
  const [start, end] = scale.x.domain
  const from = scale.x(Math.max(band.from, start))
  const to = scale.x(Math.min(band.to, end))
  const width = to - from
  if (width <= 0) return null
  const base = band.lockPrice === null ? null : scale.y(toDollars(band.lockPrice))
  return (
    <g className={styles[band.tone]}>
      <clipPath id={id}>
        <rect x={from} width={width} height={plot.height} />
      </clipPath>
      <rect
        className={styles['column']}
        x={from}
        y={-MARGIN.top}
        width={width}
        height={plot.height + MARGIN.top}
      />
      <text className={styles['name']} x={from + 6} y={-8}>
        {bandName(band, width, messages)}
      </text>
      {base !== null && (
        <g clipPath={`url(#${id})`}>
          <Halves base={base} points={points} scale={scale} plot={plot} />
          <line className={styles['lock']} x1={from} x2={to} y1={base} y2={base} />
        </g>
      )}
    </g>
  )
}

type HalvesProps = LayerProps & { base: number; points: readonly PricePoint[] }

/** The area between price and lock price: UP leads above it, DOWN below it. */
function Halves({ base, points, scale, plot }: HalvesProps) {
  const id = useId()
  const path = priceArea(points, scale, base)
  const split = Math.min(Math.max(base, 0), plot.height)
  return (
    <>
      <clipPath id={`${id}-above`}>
        <rect width={plot.width} height={split} />
      </clipPath>
      <clipPath id={`${id}-below`}>
        <rect y={split} width={plot.width} height={plot.height - split} />
      </clipPath>
      <path d={path} className={styles['above']} clipPath={`url(#${id}-above)`} />
      <path d={path} className={styles['below']} clipPath={`url(#${id}-below)`} />
    </>
  )
}

type CursorProps = LayerProps & { point: PricePoint; isActive: boolean }

function Cursor({ point, isActive, scale, plot }: CursorProps) {
  const x = scale.x(point.timestamp)
  const y = scale.y(toDollars(point.price))
  return (
    <g className={styles['cursor']}>
      {isActive && <line x1={x} x2={x} y2={plot.height} />}
      <circle cx={x} cy={y} r={5} />
      {!isActive && (
        <g transform={`translate(${plot.width + 4} ${y})`}>
          <rect y={-TAG_HEIGHT / 2} width={MARGIN.right - 6} height={TAG_HEIGHT} rx={6} />
          <text x={6} dy="0.34em">
            {formatPrice(point.price)}
          </text>
        </g>
      )}
    </g>
  )
}

/** Returns the SVG path of the price steps. */
function pricePath(points: readonly PricePoint[], { x, y }: ChartScale): string {
  return points
    .map(({ timestamp, price }, index) => {
      const height = y(toDollars(price))
      return index === 0 ? `M${x(timestamp)} ${height}` : `H${x(timestamp)}V${height}`
    })
    .join('')
}

/** Returns the SVG path of the area between the price and the height `base`. */
function priceArea(points: readonly PricePoint[], scale: ChartScale, base: number): string {
  const start = scale.x(points[0]?.timestamp ?? 0)
  return `${pricePath(points, scale)}V${base}H${start}Z`
}
