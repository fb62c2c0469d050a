import type { MarketConfig } from '@bullring/game-api/config'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { useMarketSymbol } from '#api/market/market-config.ts'
import type { PricePoint } from '#api/round/price-point.ts'
import { formatPrice, formatTime } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/controls/button.tsx'
import { betMarks } from './bet-mark.ts'
import type { ChartBand } from './chart-band.ts'
import styles from './chart-card.module.css'
import { CHART_MESSAGES } from './chart-messages.ts'
import { SelectableChart } from './plot/selectable-chart.tsx'
import { type ChartRange, rangeSeconds, useChartRange } from './price-range.ts'
import { priceSpan } from './price-span.ts'
import { RangeButtons } from './range-buttons.tsx'
import { useChartPrices } from './use-chart-prices.ts'

type ChartCardProps = {
  /** The last points. */
  prices: UseQueryResult<PricePoint[]>
  bands: readonly ChartBand[]
  /** The visitor's bets. Bets within the chart's time range are marked. */
  userTrades: Parameters<typeof betMarks>[0]
  priceSource: MarketConfig['prices']
  /** The whole page offers to retry. */
  isOffline?: boolean
}

/** The card around the chart: title, source, range, and a message while there are no prices. */
export function ChartCard(props: ChartCardProps) {
  const { prices, bands, userTrades, priceSource, isOffline = false } = props
  const messages = useMessages(CHART_MESSAGES)
  const symbol = useMarketSymbol()
  const headingId = useId()
  const [range, setRange] = useChartRange()
  const shown = useChartPrices(range, prices)
  const points = shown.data ?? []
  return (
    <section className={styles['card']} aria-labelledby={headingId}>
      <header className={styles['head']}>
        <h2 id={headingId}>{messages.title({ symbol })}</h2>
        <span className={styles['source']}>{messages.source}</span>
        {priceSource !== 'oracle' && (
          <span className={styles['replayed']}>{messages[priceSource]}</span>
        )}
        <Readout range={range} points={points} live={bands.find(({ tone }) => tone === 'live')} />
        <RangeButtons range={range} onRange={setRange} />
      </header>
      <div className={styles['plot']}>
        {points.length > 0 ? (
          <SelectableChart
            key={range}
            points={points}
            bands={bands}
            bets={betMarks(userTrades, points, bands)}
            seconds={rangeSeconds(range)}
          />
        ) : (
          <ChartFallback prices={shown} isOffline={isOffline} />
        )}
      </div>
    </section>
  )
}

type ReadoutProps = {
  range: ChartRange
  points: readonly PricePoint[]
  live: ChartBand | undefined
}

/** The lock price of the live round; the extremes of a longer time, and its start if that is later. */
function Readout({ range, points, live }: ReadoutProps) {
  const messages = useMessages(CHART_MESSAGES)
  const seconds = rangeSeconds(range)
  const [first] = points
  const last = points.at(-1)
  if (seconds !== null && first && last) {
    const { low, high } = priceSpan(points)
    const isShort = last.timestamp - first.timestamp < seconds
    return (
      <p className={styles['readout']}>
        {isShort && <span>{messages.since({ time: formatTime(first.timestamp) })}</span>}
        <span>
          {messages.low} <b>{formatPrice(low)}</b>
        </span>
        <span>
          {messages.high} <b>{formatPrice(high)}</b>
        </span>
      </p>
    )
  }
  if (!live || live.lockPrice === null) return <p className={styles['readout']} />
  return (
    <p className={classNames(styles['readout'], styles['locked'])}>
      {messages.locked({ epoch: live.epoch })} <b>{formatPrice(live.lockPrice)}</b>
    </p>
  )
}

/** Shown instead of the chart: an error, "no prices yet", or a placeholder while loading. */
type ChartFallbackProps = { prices: UseQueryResult<PricePoint[]>; isOffline: boolean }

function ChartFallback({ prices, isOffline }: ChartFallbackProps) {
  const messages = useMessages(CHART_MESSAGES)
  if (prices.isError) {
    return (
      <div className={styles['message']}>
        <p>{messages.failed}</p>
        {!isOffline && (
          <Button tone="quiet" size="small" onClick={() => void prices.refetch()}>
            {messages.retry}
          </Button>
        )}
      </div>
    )
  }
  if (prices.isPending) return <div className={styles['loading']} aria-hidden="true" />
  return <p className={styles['message']}>{messages.empty}</p>
}
