import { CaipContractField } from '@bullring/wire/caip-contract-field'
import { AccountField, CaipAddress } from '@bullring/wire/caip-fields'
import * as z from 'zod/mini'
import { AmountText, TokenAmountField } from './token-amount-field.ts'

/** GET /v1/convert/quotes: the current yield of a swap. */

/** Seconds for which a quote can be turned into a transaction. */
export const QUOTE_SECONDS = 30

/** Query of the request. `gasPrice` is accepted and not needed. */
export const ConvertQuotesQuery = z.object({
  amount: TokenAmountField,
  from: CaipContractField,
  to: CaipContractField,
  userAddress: z.optional(AccountField),
  gasPrice: z.optional(z.string().check(z.maxLength(80))),
})

/** A quote. Amounts are in the smallest unit. */
export const SwapQuote = z.object({
  /** Names the quote when its transaction is built. */
  id: z.nullable(z.string()),
  fromAmount: AmountText,
  fromAccount: CaipAddress,
  toAmount: AmountText,
  toAccount: CaipAddress,
  /** Price impact of the swap, in percent, without the pools' fees. */
  priceImpact: z.number().check(z.nonnegative()),
  /** Tokens on the way, both ends included. */
  route: z.array(CaipAddress),
  /** Unix seconds. */
  expiresAt: z.int(),
})
export type SwapQuote = z.infer<typeof SwapQuote>

/** The best quote only. */
export const ConvertQuotesResponse = z.object({ quotes: z.array(SwapQuote) })
export type ConvertQuotesResponse = z.infer<typeof ConvertQuotesResponse>
