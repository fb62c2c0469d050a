import { AddressField } from '@bullring/wire/fields'
import * as z from 'zod/mini'

/** Buying coins with a card: options, quotes and the address of a provider's checkout (R-ONRAMP-1 to R-ONRAMP-3). */

/** Amount of money or coins, exact. */
const Amount = z.object({ amount: z.string(), currency: z.string() })

/** A positive amount as a caller writes it, such as `100` or `12.50`. */
const AmountField = z.string().check(z.maxLength(20), z.regex(/^\d+(\.\d+)?$/, 'not an amount'))

/** Currency to pay with, and limits of one payment by each method. */
const PaymentCurrency = z.object({
  id: z.string(),
  payment_method_limits: z.array(z.object({ id: z.string(), min: z.string(), max: z.string() })),
})
/** Coin that can be bought, and the networks that it can be sent on. */
const PurchaseCurrency = z.object({
  id: z.string(),
  name: z.string(),
  symbol: z.string(),
  networks: z.array(
    z.object({
      name: z.string(),
      display_name: z.string(),
      chain_id: z.string(),
      /** Empty for a chain's own coin. */
      contract_address: z.string(),
    }),
  ),
})
/** A provider that sells coins. An addition to the original interface. */
const OnrampProviderInfo = z.object({
  id: z.string(),
  name: z.string(),
  /** No money changes hands: the checkout of a local chain. */
  isPlayMoney: z.boolean(),
  /** The service can quote its prices. Other providers show theirs on their own page. */
  hasQuotes: z.boolean(),
})
/** Response of GET /v1/onramp/options. Without a provider, every list is empty. */
export const OnrampOptions = z.object({
  paymentCurrencies: z.array(PaymentCurrency),
  purchaseCurrencies: z.array(PurchaseCurrency),
  providers: z.array(OnrampProviderInfo),
})
export type OnrampOptions = z.infer<typeof OnrampOptions>

/** A network as the caller names it, such as `56` or `ethereum`. */
const NetworkName = z.string().check(z.maxLength(60))

/** Body of POST /v1/onramp/quote. `amount` is in the payment currency. */
export const OnrampQuoteRequest = z.object({
  purchaseCurrency: z.object({ symbol: z.string() }),
  paymentCurrency: z.object({ id: z.string() }),
  amount: AmountField,
  /** Name or chain id of a network of the coin. Other kits send the coin's symbol. */
  network: z.optional(NetworkName),
})

/** Response of POST /v1/onramp/quote. */
export const OnrampQuote = z.object({
  paymentTotal: Amount,
  paymentSubtotal: Amount,
  purchaseAmount: Amount,
  coinbaseFee: Amount,
  networkFee: Amount,
  quoteId: z.string(),
})
export type OnrampQuote = z.infer<typeof OnrampQuote>

/** A number in JSON or its text. */
const PresetAmount = z.union([
  AmountField,
  z.pipe(z.pipe(z.number().check(z.positive()), z.transform(String)), AmountField),
])

const DestinationWallet = z.object({
  address: AddressField,
  /** The networks on which the wallet receives, by default any. */
  blockchains: z.optional(z.array(NetworkName).check(z.maxLength(100))),
})

/** Body of POST /v1/generators/onrampurl (R-ONRAMP-1). */
export const OnrampUrlRequest = z.object({
  destinationWallets: z.array(DestinationWallet).check(z.minLength(1), z.maxLength(20)),
  /** The coins go to the first wallet of this network, if there is one. */
  defaultNetwork: z.optional(NetworkName),
  /** Id of the user at the app. */
  partnerUserId: z.optional(z.string().check(z.maxLength(100))),
  defaultExperience: z.optional(z.literal('buy')),
  /** Whole coins. */
  presetCryptoAmount: z.optional(PresetAmount),
  /** USD. Takes precedence over the amount of coins. */
  presetFiatAmount: z.optional(PresetAmount),
  /** An addition to the original interface; the first provider by default. */
  provider: z.optional(z.string().check(z.maxLength(30))),
})
export type OnrampUrlRequest = z.output<typeof OnrampUrlRequest>

/** Response of POST /v1/generators/onrampurl. `purchaseId` is an addition: the id of the purchase in the history. */
export const OnrampUrl = z.object({ url: z.string(), purchaseId: z.string() })
export type OnrampUrl = z.infer<typeof OnrampUrl>
