import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * No provider sells coins on this chain, or not the named one.
 *
 * @remedy Set `WALLET_MOONPAY_PUBLIC_KEY` or `WALLET_ONRAMPER_API_KEY`.
 */
export const NoOnrampError = defineHttpError({
  name: 'NoOnrampError',
  code: 'onramp.not-configured',
  status: 501,
  message: 'No provider that sells coins is configured here.',
})

/** The provider shows its prices on its own page only. */
export const NoQuoteError = defineHttpError({
  name: 'NoQuoteError',
  code: 'onramp.no-quote',
  status: 501,
  message: 'The provider shows its price on its own page.',
})

/** The coin has no price right now. */
export const NoPriceError = defineHttpError({
  name: 'NoPriceError',
  code: 'onramp.no-price',
  status: 503,
  isRetryable: true,
  message: 'The price of the coin is not known right now. Try again later.',
})

/** The amount is not from 10.00 to 7500.00 USD with two decimals at most. */
export const AmountOutOfRangeError = defineHttpError({
  name: 'AmountOutOfRangeError',
  code: 'onramp.amount-out-of-range',
  status: 422,
  message: (min: string, max: string) => `The amount must be from ${min} to ${max} USD.`,
})

/**
 * The currency or coin is not sold here.
 *
 * @remedy See `/v1/onramp/options`.
 */
export const UnknownCurrencyError = defineHttpError({
  name: 'UnknownCurrencyError',
  code: 'onramp.unknown-currency',
  status: 422,
  message: 'This currency is not offered. See /v1/onramp/options.',
})

/**
 * The coin is not sold on the network.
 *
 * @remedy See `/v1/onramp/options`.
 */
export const UnknownNetworkError = defineHttpError({
  name: 'UnknownNetworkError',
  code: 'onramp.unknown-network',
  status: 422,
  message: 'This coin is not offered on this network. See /v1/onramp/options.',
})

/** The provider in the webhook's address is not configured. */
export const UnknownPurchaseError = defineHttpError({
  name: 'UnknownPurchaseError',
  code: 'onramp.unknown-purchase',
  status: 404,
  message: 'This purchase does not exist or has expired.',
})

/**
 * The webhook is unsigned, over five minutes old, or not as documented.
 *
 * @remedy Check the [key](configuration.md).
 */
export const InvalidWebhookError = defineHttpError({
  name: 'InvalidWebhookError',
  code: 'onramp.invalid-webhook',
  status: 401,
  message: 'The signature of this webhook is invalid.',
})
