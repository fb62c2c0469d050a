import { toUnixSeconds, type UnixSeconds } from '@bullring/prediction/units'
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import type { PricePoint } from '#api/round/price-point.ts'
import { formatPrice, formatTime } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { BetMark } from '../bet-mark.ts'
import { type ChartBand, finishTime } from '../chart-band.ts'
import styles from '../chart-card.module.css'
import { CHART_MESSAGES } from '../chart-messages.ts'
import { priceSpan } from '../price-span.ts'
import { chartScale, nearestPoint } from '../scale/chart-scale.ts'
import { useTicks } from '../use-ticks.ts'
import { innerPlot, MARGIN } from './chart-layout.ts'
import { ChartTooltip } from './chart-tooltip.tsx'
import { PriceChart } from './price-chart.tsx'
import { TickLabel } from './tick-label.tsx'
import { usePlotSize } from './use-plot-size.ts'

type SelectableChartProps = {
  /** At least one, oldest first. */
  points: readonly PricePoint[]
  bands: readonly ChartBand[]
  bets: readonly BetMark[]
  /** Length of the time axis; null to show all points. */
  seconds: number | null
}

/** Number of points by which each key moves the selection. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -5,
  PageUp: 5,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** The chart, whose points can be selected by pointer and by the keys of a slider. */
export function SelectableChart({ points, bands, bets, seconds }: SelectableChartProps) {
  const messages = useMessages(CHART_MESSAGES)
  const summaryId = useId()
  const ref = useRef<HTMLDivElement>(null)
  const size = usePlotSize(ref)
  // By time: new prices must not move the selection.
  const [activeAt, setActiveAt] = useState<UnixSeconds | null>(null)
  const last = points.length - 1
  const ticks = useTicks(points[last]?.timestamp ?? toUnixSeconds(0))
  const index = activeAt === null ? last : nearestPoint(points, activeAt)
  const active = activeAt === null ? undefined : points[index]
  const plot = size && innerPlot(size)
  const axis = { until: finishTime(bands), seconds, ticks: ticks.since }
  const scale = plot && chartScale(points, plot, axis)
  const select = (next: number) => setActiveAt(points[next]?.timestamp ?? null)
  const clear = () => setActiveAt(null)

  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    if (size === null || scale === null) return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - left) / width) * size.width
    select(nearestPoint(points, scale.x.invert(x - MARGIN.left)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') clear()
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    select(Math.min(Math.max(index + step, 0), last))
  }
  const shown = points[index]
  return (
    <>
      <div
        ref={ref}
        className={styles['selectable']}
        role="slider"
        tabIndex={0}
        aria-label={messages.slider}
        aria-describedby={summaryId}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index}
        aria-valuetext={
          shown &&
          messages.point({
            price: formatPrice(shown.price),
            time: formatTime(shown.timestamp),
            epoch: shown.epoch,
          })
        }
        onPointerDown={onPointer}
        onPointerMove={onPointer}
        // After a touch, the selection stays until the visitor taps elsewhere.
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && clear()}
        onBlur={clear}
        onKeyDown={onKeyDown}
      >
        {size && plot && scale && (
          <PriceChart
            points={points}
            bands={bands}
            bets={bets}
            ticks={ticks}
            size={size}
            plot={plot}
            scale={scale}
            active={active}
          />
        )}
      </div>
      <TickLabel ticks={ticks} />
      {active && plot && scale && <ChartTooltip point={active} plot={plot} scale={scale} />}
      <VisuallyHidden>
        <span id={summaryId}>
          <Summary points={points} />
        </span>
      </VisuallyHidden>
    </>
  )
}

function Summary({ points }: { points: readonly PricePoint[] }) {
  const messages = useMessages(CHART_MESSAGES)
  const { low, high } = priceSpan(points)
  return messages.summary({ low: formatPrice(low), high: formatPrice(high) })
}
