import { SignatureField } from '@bullring/wire/signature-field'
import * as z from 'zod/mini'
import type { RpcRequest } from './rpc-request.ts'

const TransactionHash = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/, 'not a transaction hash'))

/** Required results of the app's JSON-RPC requests (R-RPC-14). Other methods may return anything. */
export const rpcResults: Partial<Record<RpcRequest['method'], z.ZodMiniType>> = {
  eth_sendRawTransaction: TransactionHash,
  eth_sendTransaction: TransactionHash,
  eth_signTypedData_v4: SignatureField,
  personal_sign: SignatureField,
}
