import { CaipAddress, CaipNetworkId, ChainIdField } from '@bullring/wire/caip-fields'
import * as z from 'zod/mini'

/** GET /v1/account/{address}/balance: native coin and known tokens of an account (R-SERVICE-4). */

/** Query of the request. Prices are in USD only. */
export const BalanceQuery = z.object({
  currency: z._default(z.literal('usd'), 'usd'),
  chainId: z.optional(ChainIdField),
  /** Tokens that just changed. If present, the balances are read from the chain now. */
  forceUpdate: z.optional(z.string().check(z.maxLength(1_000))),
})

/** A coin or token that the account holds. */
export const Balance = z.object({
  name: z.string(),
  symbol: z.string(),
  chainId: CaipNetworkId,
  /** Missing for the native coin. */
  address: z.optional(CaipAddress),
  /** USD; missing where no price is known. */
  value: z.optional(z.number()),
  /** USD per unit; 0 where no price is known. */
  price: z.number().check(z.nonnegative()),
  /** `numeric` is exact, in whole coins. */
  quantity: z.object({ decimals: z.string(), numeric: z.string() }),
  iconUrl: z.string(),
})
export type Balance = z.infer<typeof Balance>

/** The native coin comes first. */
export const BalanceResponse = z.object({ balances: z.array(Balance) })
export type BalanceResponse = z.infer<typeof BalanceResponse>
