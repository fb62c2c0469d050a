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

/** In the smallest unit; the largest number there is for the coin, which needs no allowance. */
export const ConvertAllowanceResponse = z.object({ allowance: AmountText })
export type ConvertAllowanceResponse = z.infer<typeof ConvertAllowanceResponse>
