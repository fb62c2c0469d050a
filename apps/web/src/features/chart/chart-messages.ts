import type { Epoch } from '@bullring/prediction/units'
import type { PricePoint } from '#api/price-point.ts'
import { formatPrice, formatTime } from '#format/format.ts'
import type { MessagesByLanguage } from '#i18n/language.ts'

const en = {
  title: 'BNB/USD Chart',
  source: 'by oracle',
  replayed: 'recorded prices, replayed',
  empty: 'No oracle price yet. The line starts with the first one.',
  failed: 'Prices could not be loaded.',
  notLoaded: 'The chart could not be loaded.',
  retry: 'Try again',
  slider: 'Oracle price by time',
  tones: {
    up: 'UP won',
    down: 'DOWN won',
    house: 'House won',
    live: 'live',
    refund: 'refund',
    settling: 'calculating',
  },
  point: ({ price, timestamp }: PricePoint) => `${formatPrice(price)} at ${formatTime(timestamp)}`,
  locked: (epoch: Epoch) => `#${epoch} locked at`,
}

export type ChartMessages = typeof en

/** Texts of the chart. */
export const CHART_MESSAGES: MessagesByLanguage<ChartMessages> = { en }
