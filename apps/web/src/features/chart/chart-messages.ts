import { defineMessages, type MessagesOf, message } from '#i18n/message.ts'

/** Texts of the chart. */
export const CHART_MESSAGES = defineMessages('chart', {
  title: 'BNB/USD Chart',
  source: 'by oracle',
  replayed: 'recorded prices, replayed',
  empty: 'No oracle price yet. The line starts with the first one.',
  failed: 'Prices could not be loaded.',
  notLoaded: 'The chart could not be loaded.',
  retry: 'Try again',
  slider: 'Oracle price by time',
  point: message('{price} at {time}', 'price', 'time'),
  locked: message('#{epoch} locked at', 'epoch'),
})

/** Names of the bands, after the number of the round. */
export const CHART_BAND_MESSAGES = defineMessages('chart-band', {
  up: 'UP won',
  down: 'DOWN won',
  house: 'House won',
  live: 'live',
  refund: 'refund',
  settling: 'calculating',
})

export type ChartBandMessages = MessagesOf<typeof CHART_BAND_MESSAGES>
