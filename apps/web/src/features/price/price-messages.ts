import type { MessagesByLanguage } from '#i18n/language.ts'

const en = {
  pair: 'BNB/USD',
  group: 'BNB/USD price',
  direction: { up: 'rising', down: 'falling', unchanged: 'unchanged' },
}

/** Texts beside the price. */
export const PRICE_MESSAGES: MessagesByLanguage<typeof en> = { en }
