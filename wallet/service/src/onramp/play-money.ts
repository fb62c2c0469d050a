import type { OnrampProvider } from './onramp-provider.ts'

export const PLAY_MONEY_ID = 'play-money'

/** Path of the checkout page of a purchase. */
export const CHECKOUT_PATH = '/onramp/checkout'

/** The provider of a local chain: a checkout page of this service that takes play cards. */
export const PLAY_MONEY: OnrampProvider = {
  id: PLAY_MONEY_ID,
  name: 'Play money',
  isPlayMoney: true,
  takesCoins: false,
  checkoutUrl: ({ id }, baseUrl) => `${baseUrl}${CHECKOUT_PATH}/${id}`,
  readWebhook: null,
}
