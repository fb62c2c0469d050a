import type { Epoch } from '@bullring/prediction/units'
import type { PricePoint } from '#api/price-point.ts'
import { formatPrice, formatTime } from '#ui/format.ts'
import type { ChartBand } from './chart-band.ts'

/** From this width on a column has room for more than its number. */
const WIDE_BAND = 100

const TONE_WORDS: Record<ChartBand['tone'], string> = {
  up: 'UP won',
  down: 'DOWN won',
  live: 'live',
  refund: 'refund',
  settling: 'calculating',
}

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
export function bandWords({ epoch, tone }: ChartBand, width: number): string {
  return width < WIDE_BAND ? `#${epoch}` : `#${epoch} ${TONE_WORDS[tone]}`
}

export function lockedWords(epoch: Epoch): string {
  return `#${epoch} locked at`
}
