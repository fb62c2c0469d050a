import { CaipContractField } from '@bullring/wire/caip-contract-field'
import { AccountField, CaipAddress } from '@bullring/wire/caip-fields'
import * as z from 'zod/mini'
import { AmountText, TokenAmountField } from './token-amount-field.ts'

/** GET /v1/convert/quotes: the current yield of a swap. */

/** Seconds for which a quote can be turned into a transaction. */
export const QUOTE_SECONDS = 30

/** Query of the request. */
export const ConvertQuotesQuery = z.object({
  amount: TokenAmountField,
  from: CaipContractField,
  to: CaipContractField,
  /** Checked only: a quote is the same for every account. */
  userAddress: z.optional(AccountField),
  /** Wei that the caller will pay per gas; by default the network's price. A route through more pools costs more. */
  gasPrice: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,30}$/, 'must be wei, a whole number')),
      z.transform((text: string) => BigInt(text)),
    ),
  ),
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
