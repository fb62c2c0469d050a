import { defineMessages, message } from '#i18n/message.ts'

/** Texts of the choice between the market of the page and all. */
export const MARKET_CHOICE_MESSAGES = defineMessages('market-choice', {
  markets: 'Markets',
  one: 'This market',
  all: 'All markets',
  missing: message('Not responding, so not included right now: {symbols}.', 'symbols'),
})
