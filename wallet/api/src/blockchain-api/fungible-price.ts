import { CaipContractField } from '@bullring/wire/caip-contract-field'
import * as z from 'zod/mini'

/** POST /v1/fungible/price: USD prices of tokens. */

/** Maximum number of tokens of a request. */
const MAX_PRICES = 100

/** Body of the request. The coin is `0xeeee…eeee`. */
export const FungiblePriceRequest = z.object({
  currency: z._default(z.literal('usd'), 'usd'),
  addresses: z.array(CaipContractField).check(z.minLength(1), z.maxLength(MAX_PRICES)),
  projectId: z.optional(z.string()),
})

/** Price of one token in USD; 0 where none is known. Clients match tokens by symbol. */
export const FungiblePrice = z.object({
  name: z.string(),
  symbol: z.string(),
  iconUrl: z.string(),
  price: z.number().check(z.nonnegative()),
})
export type FungiblePrice = z.infer<typeof FungiblePrice>

/** In the order of the request, without tokens that are not listed. */
export const FungiblePriceResponse = z.object({ fungibles: z.array(FungiblePrice) })
export type FungiblePriceResponse = z.infer<typeof FungiblePriceResponse>
