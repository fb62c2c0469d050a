import { useId } from 'react'
import type { PricePoint } from '#api/round/price-point.ts'
import { useMessages } from '#i18n/language.ts'
import { bandLabel, type ChartBand, finishTime } from '../chart-band.ts'
import { CHART_BAND_MESSAGES } from '../chart-messages.ts'
import { type ChartScale, type Plot, toDollars } from '../scale/chart-scale.ts'
import { MARGIN } from './chart-layout.ts'
import styles from './price-chart.module.css'
import { priceArea } from './price-path.ts'

type LayerProps = { points: readonly PricePoint[]; scale: ChartScale; plot: Plot }

/** One round: its name, its lock price, and the areas above and below it. */
export function Band({ band, points, scale, plot }: LayerProps & { band: ChartBand }) {
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
      <BandName band={band} x={from + 6} width={width} />
      {base !== null && (
        <g clipPath={`url(#${id})`}>
          <Halves base={base} points={points} scale={scale} plot={plot} />
          <line className={styles['lock']} x1={from} x2={to} y1={base} y2={base} />
        </g>
      )}
    </g>
  )
}

/** Triangles after the name, where there is no space for the text. */
const MARKS = { up: 'M0 0 5-8 10 0Z', down: 'M0-8 10-8 5 0Z' } as const
/** Width of a bold digit, in pixels. */
const DIGIT_WIDTH = 7

function BandName({ band, x, width }: { band: ChartBand; x: number; width: number }) {
  const { text, mark } = bandLabel(band, width, useMessages(CHART_BAND_MESSAGES))
  return (
    <g className={styles['name']} transform={`translate(${x} -8)`}>
      <text>{text}</text>
      {mark !== null && (
        <path d={MARKS[mark]} transform={`translate(${text.length * DIGIT_WIDTH + 4} 0)`} />
      )}
    </g>
  )
}

/** The area between price and lock price: UP leads above it, DOWN below it. */
function Halves({ base, points, scale, plot }: LayerProps & { base: number }) {
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

/** The hatched area from the last price to the close of the live round. */
export function Finish({
  bands,
  points,
  scale,
  plot,
}: LayerProps & { bands: readonly ChartBand[] }) {
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
