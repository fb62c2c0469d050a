import { CaipContractField } from '@bullring/wire/caip-contract-field'
import { AccountField, CaipAddress } from '@bullring/wire/caip-fields'
import * as z from 'zod/mini'
import { CallData, TransactionGas } from './convert-approve.ts'
import { AmountText, TokenAmountField } from './token-amount-field.ts'

/** POST /v1/convert/build-transaction: the transaction of a swap. */

/** Maximum slippage that a caller may accept, in percent. */
const MAX_SLIPPAGE = 50

/** Body of the request. */
export const ConvertTransactionRequest = z.object({
  amount: TokenAmountField,
  from: CaipContractField,
  to: CaipContractField,
  userAddress: AccountField,
  /** Percent by which the swap may yield less than quoted. */
  eip155: z.object({
    slippage: z.number().check(z.minimum(0), z.maximum(MAX_SLIPPAGE)),
  }),
  /** The quote that the user saw, from which the slippage counts; without it, the price of now. */
  quoteId: z.optional(z.string().check(z.maxLength(80))),
  projectId: z.optional(z.string()),
  /** Checked only (R-SWAP-6): a transaction that would revert is never returned. */
  disableEstimate: z.optional(z.boolean()),
})
export type ConvertTransactionRequest = z.infer<typeof ConvertTransactionRequest>

/** Amounts are in the smallest unit. */
export const ConvertTransactionResponse = z.object({
  tx: z.object({
    from: CaipAddress,
    to: CaipAddress,
    data: CallData,
    /** Amount that the swap takes. */
    amount: AmountText,
    /** Wei that the transaction sends. */
    value: AmountText,
    eip155: TransactionGas,
  }),
  /** Amount that the swap yields now. */
  toAmount: AmountText,
  /** The swap reverts when it would yield less. */
  minimumToAmount: AmountText,
  /** Unix seconds of chain time from which on the swap reverts; null for a swap between coin and wrapped coin. */
  deadline: z.nullable(z.int()),
})
export type ConvertTransactionResponse = z.infer<typeof ConvertTransactionResponse>
