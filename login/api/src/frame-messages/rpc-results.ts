import { SignatureField } from '@bullring/wire/signature-field'
import * as z from 'zod/mini'
import type { RpcRequest } from './rpc-request.ts'

const TransactionHash = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/, 'not a transaction hash'))

/** What a JSON-RPC request of the app must result in (R-RPC-14); other methods may return anything. */
export const rpcResults: Partial<Record<RpcRequest['method'], z.ZodMiniType>> = {
  eth_sendRawTransaction: TransactionHash,
  eth_sendTransaction: TransactionHash,
  eth_signTypedData_v4: SignatureField,
  personal_sign: SignatureField,
}
