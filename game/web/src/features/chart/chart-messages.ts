import { defineMessages, type MessagesOf, message } from '#i18n/message.ts'

/** Texts of the chart. */
export const CHART_MESSAGES = defineMessages('chart', {
  title: message('{symbol}/USD Chart', 'symbol'),
  source: 'by oracle',
  replayed: 'demo: real prices from the past',
  generated: 'generated prices',
  empty: 'No oracle price yet. The line starts with the first one.',
  failed: 'Prices could not be loaded.',
  notLoaded: 'The chart could not be loaded.',
  retry: 'Try again',
  tick: 'live, does not decide',
  slider: 'Oracle price by time',
  point: message('{price} at {time}, round #{epoch}', 'price', 'time', 'epoch'),
  pointRound: message('Round #{epoch}', 'epoch'),
  summary: message('Lowest price {low}, highest price {high}.', 'low', 'high'),
  ranges: 'Time shown',
  since: message('since {time}', 'time'),
  low: 'Low',
  high: 'High',
  locked: message('#{epoch} locked at', 'epoch'),
})

/** The ranges to choose from. */
export const CHART_RANGE_MESSAGES = defineMessages('chart-range', {
  live: 'Live',
  '5m': '5 min',
  '1h': '1 h',
  '1d': '1 d',
})

/** Names of the bands, after the number of the round. */
export const CHART_BAND_MESSAGES = defineMessages('chart-band', {
  up: 'UP won',
  down: 'DOWN won',
  house: 'House won',
  live: 'live',
  refund: 'refund',
  settling: 'calculating',
  empty: 'no bets',
})

export type ChartBandMessages = MessagesOf<typeof CHART_BAND_MESSAGES>
