import { defineMessages } from '#i18n/message.ts'

/** Texts beside the price. */
export const PRICE_MESSAGES = defineMessages('price', {
  pair: 'BNB/USD',
  group: 'BNB/USD price',
})

/** How the price has moved, for screen readers. */
export const PRICE_DIRECTION_MESSAGES = defineMessages('price-direction', {
  up: 'rising',
  down: 'falling',
  unchanged: 'unchanged',
})
