import type { PriceE8 } from '@bullring/prediction/units'
import type { PricePoint } from '#api/price-point.ts'
import { formatPrice, formatTime } from '#ui/format.ts'
import { POSITION_WORDS } from '#ui/position-words.ts'
import type { ChartBand } from './chart-band.ts'

/** From this width on a column has room for more than its number. */
const WIDE_BAND = 100

/** Everything the chart says. */
export const CHART_WORDS = {
  title: 'BNB/USD Chart',
  source: 'by oracle',
  simulated: 'recorded prices, replayed',
  empty: 'The oracle has not answered yet. The line starts with its first price.',
  failed: 'Prices could not be loaded.',
  retry: 'Try again',
  slider: 'Oracle price by time',
} as const

export function pointWords({ price, timestamp }: PricePoint): string {
  return `${formatPrice(price)} at ${formatTime(timestamp)}`
}

/** Name of a round's column, as long as it has room for. @param width - In pixels. */
export function bandWords({ epoch, winner }: ChartBand, width: number): string {
  const name = `#${epoch}`
  if (width < WIDE_BAND) return name
  return winner === null ? `${name} live` : `${name} ${POSITION_WORDS[winner]} won`
}

export function lockLineWords(price: PriceE8): string {
  return `Locked ${formatPrice(price)}`
}
