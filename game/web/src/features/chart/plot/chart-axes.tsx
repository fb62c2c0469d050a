import type { PricePoint } from '#api/round/price-point.ts'
import { useLanguage } from '#i18n/language.ts'
import { type ChartScale, type Plot, toDollars } from '../scale/chart-scale.ts'
import { timeTicks } from '../scale/time-ticks.ts'
import { isLabelFree, MARGIN } from './chart-layout.ts'
import styles from './price-chart.module.css'

/** Decimals of a price: R-PAGE-8. */
const PRICE_PLACES = 4

type AxisProps = { scale: ChartScale; plot: Plot }

/**
 * The price axis and its grid lines.
 *
 * @param props.tagged - The point whose tag is on the axis: labels that it would touch are hidden.
 */
export function PriceAxis({ scale, plot, tagged }: AxisProps & { tagged: PricePoint | undefined }) {
  const tag = tagged ? scale.y(toDollars(tagged.price)) : Number.POSITIVE_INFINITY
  return scale.ticks.map((tick) => {
    const y = scale.y(tick)
    return (
      <g key={tick} className={styles['grid']}>
        <line x2={plot.width} y1={y} y2={y} />
        {isLabelFree(y, tag) && (
          <text x={plot.width + 10} y={y} dy="0.32em">
            ${tick.toFixed(PRICE_PLACES)}
          </text>
        )}
      </g>
    )
  })
}

/** Half the width of a label, in pixels. Keeps labels from being cut off at the edges. */
const HALF_LABEL = 26

/** The time axis. */
export function TimeAxis({ scale, plot }: AxisProps) {
  const language = useLanguage()
  return (
    <g className={styles['times']} transform={`translate(0 ${plot.height})`}>
      {timeTicks(scale.x, plot.width, language).map(({ at, text }) => {
        const x = scale.x(at)
        if (x < HALF_LABEL - MARGIN.left || x > plot.width + MARGIN.right - HALF_LABEL) return null
        return (
          <g key={at}>
            <line x1={x} x2={x} y2={4} />
            <text x={x} y={18} textAnchor="middle">
              {text}
            </text>
          </g>
        )
      })}
    </g>
  )
}
