import { CaipContractField } from '@bullring/wire/caip-contract-field'
import { AccountField, CaipAddress } from '@bullring/wire/caip-fields'
import * as z from 'zod/mini'
import { AmountText, TokenAmountField } from './token-amount-field.ts'

/** GET /v1/convert/build-approve: the transaction that lets the exchange take a token. */

/** Query of the request. */
export const ConvertApproveQuery = z.object({
  userAddress: AccountField,
  from: CaipContractField,
  to: CaipContractField,
  /** Amount to approve; without it, any amount. */
  amount: z.optional(TokenAmountField),
})

/** Call data of a transaction, 0x and hex digits. */
export const CallData = z.templateLiteral(['0x', z.string()])

/** Cost of a transaction: gas units, and wei per unit. */
export const TransactionGas = z.object({
  gas: z.int().check(z.positive()),
  gasPrice: AmountText,
})
export type TransactionGas = z.infer<typeof TransactionGas>

/** Both `from` and `to` are the token: some clients send the transaction to `from`. */
export const ConvertApproveResponse = z.object({
  tx: z.object({
    from: CaipAddress,
    to: CaipAddress,
    data: CallData,
    value: AmountText,
    eip155: TransactionGas,
  }),
})
export type ConvertApproveResponse = z.infer<typeof ConvertApproveResponse>
