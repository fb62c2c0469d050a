import { useId } from 'react'
import type { PricePoint } from '#api/round/price-point.ts'
import type { BetMark } from '../bet-mark.ts'
import type { ChartBand } from '../chart-band.ts'
import type { ChartScale, Plot } from '../scale/chart-scale.ts'
import type { Ticks } from '../use-ticks.ts'
import { PriceAxis, TimeAxis } from './chart-axes.tsx'
import { Band, Finish } from './chart-bands.tsx'
import { Crosshair, NewestPoint } from './chart-cursor.tsx'
import { MARGIN } from './chart-layout.ts'
import { ChartMarks } from './chart-marks.tsx'
import styles from './price-chart.module.css'
import { priceArea, pricePath } from './price-path.ts'
import { TickLine } from './tick-line.tsx'

type PriceChartProps = {
  /** At least one, oldest first. */
  points: readonly PricePoint[]
  bands: readonly ChartBand[]
  bets: readonly BetMark[]
  ticks: Ticks
  size: Plot
  plot: Plot
  scale: ChartScale
  /** The selected point. */
  active: PricePoint | undefined
}

/** The price line, with the rounds as bands. */
export function PriceChart(props: PriceChartProps) {
  const { points, bands, bets, ticks, size, plot, scale, active } = props
  const newest = points.at(-1)
  return (
    <svg
      className={styles['chart']}
      viewBox={`0 0 ${size.width} ${size.height}`}
      aria-hidden="true"
    >
      <g transform={`translate(${MARGIN.left} ${MARGIN.top})`}>
        <PriceAxis scale={scale} plot={plot} tagged={active ?? newest} />
        {bands.map((band) => (
          <Band key={band.epoch} band={band} points={points} scale={scale} plot={plot} />
        ))}
        <Line points={points} scale={scale} plot={plot} />
        <TimeAxis scale={scale} plot={plot} />
        <Finish points={points} bands={bands} scale={scale} plot={plot} />
        {newest && <TickLine from={newest} ticks={ticks} scale={scale} />}
        <ChartMarks bands={bands} bets={bets} scale={scale} />
        {active && <Crosshair point={active} scale={scale} plot={plot} />}
        {!active && newest && <NewestPoint point={newest} scale={scale} plot={plot} />}
      </g>
    </svg>
  )
}

type LineProps = { points: readonly PricePoint[]; scale: ChartScale; plot: Plot }

/** The line and the shade below it, from the left edge: the first answer may be older. */
function Line({ points, scale, plot }: LineProps) {
  const id = useId()
  return (
    <g clipPath={`url(#${id})`}>
      <clipPath id={id}>
        <rect y={-MARGIN.top} width={plot.width} height={plot.height + MARGIN.top} />
      </clipPath>
      <linearGradient id={`${id}-shade`} x2="0" y2="1" className={styles['shade']}>
        <stop offset="0" />
        <stop offset="1" />
      </linearGradient>
      <path d={priceArea(points, scale, plot.height)} fill={`url(#${id}-shade)`} />
      <path d={pricePath(points, scale)} className={styles['line']} />
    </g>
  )
}
