import type { PricePoint } from '#api/round/price-point.ts'
import { formatPrice, formatTime } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { CHART_MESSAGES } from '../chart-messages.ts'
import { type ChartScale, type Plot, toDollars } from '../scale/chart-scale.ts'
import { MARGIN } from './chart-layout.ts'
import styles from './chart-tooltip.module.css'
import { REM } from './use-plot-size.ts'

/** Size and distance from the point, in units of the chart. */
const WIDTH = 128
const HEIGHT = 66
const GAP = 12

type ChartTooltipProps = { point: PricePoint; plot: Plot; scale: ChartScale }

/** Price, time and round of the selected point, beside it. */
export function ChartTooltip({ point, plot, scale }: ChartTooltipProps) {
  const messages = useMessages(CHART_MESSAGES)
  const x = scale.x(point.timestamp)
  const y = scale.y(toDollars(point.price))
  const hasSpace = x + GAP + WIDTH <= plot.width
  const left = MARGIN.left + (hasSpace ? x + GAP : Math.max(0, x - GAP - WIDTH))
  const top = MARGIN.top + Math.min(Math.max(y - HEIGHT - GAP, -MARGIN.top), plot.height - HEIGHT)
  return (
    <output
      className={styles['tooltip']}
      style={{ width: rem(WIDTH), transform: `translate(${rem(left)}, ${rem(top)})` }}
    >
      <b>{formatPrice(point.price)}</b>
      <span>{formatTime(point.timestamp)}</span>
      <span>{messages.pointRound({ epoch: point.epoch })}</span>
    </output>
  )
}

/** Converts units of the chart to CSS. */
function rem(units: number): string {
  return `${units / REM}rem`
}
