import type { UseQueryResult } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import type { PricePoint } from '#api/price-point.ts'
import { formatPrice, formatTime } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { type BetMark, betMarks } from './bet-mark.ts'
import { type ChartBand, finishTime } from './chart-band.ts'
import styles from './chart-card.module.css'
import { CHART_MESSAGES } from './chart-messages.ts'
import { chartScale, nearestPoint } from './chart-scale.ts'
import { innerPlot, PLOT_LEFT, PriceChart } from './price-chart.tsx'
import { usePlotSize } from './use-plot-size.ts'

type ChartCardProps = {
  prices: UseQueryResult<PricePoint[]>
  bands: readonly ChartBand[]
  /** The visitor's bets; those within the chart's time range are marked. */
  userTrades: Parameters<typeof betMarks>[0]
  isReplayed: boolean
}

/** The card around the chart: title, source, and a message while there are no prices. */
export function ChartCard({ prices, bands, userTrades, isReplayed }: ChartCardProps) {
  const messages = useMessages(CHART_MESSAGES)
  const headingId = useId()
  const [active, setActive] = useState<number | null>(null)
  const points = prices.data ?? []
  const point = active === null ? undefined : points[active]
  return (
    <section className={styles['card']} aria-labelledby={headingId}>
      <header className={styles['head']}>
        <h2 id={headingId}>{messages.title}</h2>
        <span className={styles['source']}>{messages.source}</span>
        {isReplayed && <span className={styles['replayed']}>{messages.replayed}</span>}
        <Readout point={point} live={bands.find(({ tone }) => tone === 'live')} />
      </header>
      <div className={styles['plot']}>
        {points.length > 0 ? (
          <SelectableChart
            points={points}
            bands={bands}
            bets={betMarks(userTrades, points)}
            active={active}
            onActive={setActive}
          />
        ) : (
          <ChartFallback prices={prices} />
        )}
      </div>
    </section>
  )
}

type ReadoutProps = { point: PricePoint | undefined; live: ChartBand | undefined }

/** The selected point; without one, the lock price of the live round. */
function Readout({ point, live }: ReadoutProps) {
  const messages = useMessages(CHART_MESSAGES)
  if (point) {
    return (
      <output className={styles['readout']}>
        {formatTime(point.timestamp)} <b>{formatPrice(point.price)}</b>
      </output>
    )
  }
  if (!live || live.lockPrice === null) return null
  return (
    <p className={classNames(styles['readout'], styles['locked'])}>
      {messages.locked({ epoch: live.epoch })} <b>{formatPrice(live.lockPrice)}</b>
    </p>
  )
}

type SelectableChartProps = {
  points: readonly PricePoint[]
  bands: readonly ChartBand[]
  bets: readonly BetMark[]
  active: number | null
  onActive: (index: number | null) => void
}

/** By how many points each key moves the selection. */
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
function SelectableChart({ points, bands, bets, active, onActive }: SelectableChartProps) {
  const messages = useMessages(CHART_MESSAGES)
  const ref = useRef<HTMLDivElement>(null)
  const size = usePlotSize(ref)
  const last = points.length - 1
  const selected = points[active ?? last]

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (size === null) return
    const { left } = event.currentTarget.getBoundingClientRect()
    const { x } = chartScale(points, innerPlot(size), finishTime(bands))
    onActive(nearestPoint(points, x.invert(event.clientX - left - PLOT_LEFT)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    onActive(Math.min(Math.max((active ?? last) + step, 0), last))
  }

  return (
    <div
      ref={ref}
      className={styles['selectable']}
      role="slider"
      tabIndex={0}
      aria-label={messages.slider}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={active ?? last}
      aria-valuetext={
        selected &&
        messages.point({
          price: formatPrice(selected.price),
          time: formatTime(selected.timestamp),
        })
      }
      onPointerMove={onPointerMove}
      onPointerLeave={() => onActive(null)}
      onBlur={() => onActive(null)}
      onKeyDown={onKeyDown}
    >
      {size && <PriceChart points={points} bands={bands} bets={bets} size={size} active={active} />}
    </div>
  )
}

function ChartFallback({ prices }: { prices: UseQueryResult<PricePoint[]> }) {
  const messages = useMessages(CHART_MESSAGES)
  if (prices.isPending) return <div className={styles['loading']} aria-hidden="true" />
  return (
    <div className={styles['message']}>
      <p>{prices.isError ? messages.failed : messages.empty}</p>
      {prices.isError && (
        <Button tone="quiet" size="small" onClick={() => void prices.refetch()}>
          {messages.retry}
        </Button>
      )}
    </div>
  )
}
