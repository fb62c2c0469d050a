import { defineMessages, message } from '#i18n/message.ts'

/** Texts beside the price. */
export const PRICE_MESSAGES = defineMessages('price', {
  pair: message('{symbol}/USD', 'symbol'),
  group: message('{symbol}/USD price', 'symbol'),
  secondsAgo: message('{seconds} s ago', 'seconds'),
  minutesAgo: message('{minutes} min ago', 'minutes'),
  hoursAgo: message('{hours} h ago', 'hours'),
})

/** Directions of the price, for screen readers. */
export const PRICE_DIRECTION_MESSAGES = defineMessages('price-direction', {
  up: 'rising',
  down: 'falling',
  unchanged: 'unchanged',
})

/** States of the price updates, for screen readers. */
export const PRICE_LINE_MESSAGES = defineMessages('price-line', {
  connecting: 'connecting',
  live: 'live',
  polling: 'updated every few seconds',
  lost: 'no connection',
})
