import { CaipContractField } from '@bullring/wire/caip-contract-field'
import { AccountField } from '@bullring/wire/caip-fields'
import * as z from 'zod/mini'
import { AmountText } from './token-amount-field.ts'

/** GET /v1/convert/allowance: how much of a token the exchange may take from an account. */

/** Query of the request. */
export const ConvertAllowanceQuery = z.object({
  tokenAddress: CaipContractField,
  userAddress: AccountField,
})

/** Allowance in the smallest unit. For the coin, which needs none, it is the largest number. */
export const ConvertAllowanceResponse = z.object({ allowance: AmountText })
export type ConvertAllowanceResponse = z.infer<typeof ConvertAllowanceResponse>
