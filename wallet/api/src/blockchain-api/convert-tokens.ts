import { CaipAddress, ChainIdField } from '@bullring/wire/caip-fields'
import * as z from 'zod/mini'

/** GET /v1/convert/tokens: the tokens that can be swapped on a chain. */

/** Query of the request. */
export const ConvertTokensQuery = z.object({ chainId: z.optional(ChainIdField) })

/** A token. The coin is `0xeeee…eeee`, in lower case. */
export const SwapToken = z.object({
  name: z.string(),
  symbol: z.string(),
  address: CaipAddress,
  /** A uint8 in the contract. */
  decimals: z.int().check(z.positive(), z.maximum(255)),
  logoUri: z.string(),
})
export type SwapToken = z.infer<typeof SwapToken>

/** The coin comes first. */
export const ConvertTokensResponse = z.object({ tokens: z.array(SwapToken) })
export type ConvertTokensResponse = z.infer<typeof ConvertTokensResponse>
