import type { Epoch } from '@bullring/prediction/units'
import type { PricePoint } from '#api/price-point.ts'
import { formatPrice, formatTime } from '#ui/format.ts'
import type { ChartBand } from './chart-band.ts'

/** Widest character of the chart's small type, and the room beside a name, in pixels. */
const CHARACTER_WIDTH = 7.5
const NAME_MARGIN = 8

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

/** Name of a round's column, as long as it has room for; '' in a narrow one. @param width - In pixels. */
export function bandWords({ epoch, tone }: ChartBand, width: number): string {
  const names = [`#${epoch} ${TONE_WORDS[tone]}`, `#${epoch}`]
  return names.find((name) => name.length * CHARACTER_WIDTH + NAME_MARGIN <= width) ?? ''
}

export function lockedWords(epoch: Epoch): string {
  return `#${epoch} locked at`
}
