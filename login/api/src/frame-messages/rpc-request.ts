import * as z from 'zod/mini'
import { FILTER_METHODS, LIST_READ_METHODS, UNCHECKED_READ_METHODS } from './rpc-methods.ts'

const SendOptions = z.object({
  skipPreflight: z.optional(z.boolean()),
  preflightCommitment: z.optional(
    z.enum([
      'processed',
      'confirmed',
      'finalized',
      'recent',
      'single',
      'singleGossip',
      'root',
      'max',
    ]),
  ),
  maxRetries: z.optional(z.number()),
  minContextSlot: z.optional(z.number()),
})

const Call = z.object({
  to: z.string().check(z.startsWith('0x')),
  data: z.optional(z.string().check(z.startsWith('0x'))),
  value: z.optional(z.string()),
  capabilities: z.optional(z.unknown()),
})

const CallBundle = z.object({
  id: z.optional(z.string()),
  chainId: z.optional(z.union([z.string(), z.number()])),
  from: z.optional(z.string()),
  version: z.optional(z.string()),
  capabilities: z.optional(z.unknown()),
  calls: z.array(Call),
})

/**
 * One JSON-RPC request from the app. Methods outside the list do not parse. As loose as the apps' own schema: the
 * handler of each method checks the items of `params`, because it can report what is wrong with them.
 */
export const RpcRequest = z.discriminatedUnion('method', [
  z.object({ method: z.enum(UNCHECKED_READ_METHODS), params: z.optional(z.unknown()) }),
  z.object({ method: z.enum(LIST_READ_METHODS), params: z.array(z.unknown()) }),
  z.object({ method: z.enum(FILTER_METHODS), params: z.optional(z.unknown()) }),
  z.object({ method: z.literal('wallet_getCallsStatus'), params: z.array(z.string()) }),
  z.object({ method: z.literal('personal_sign'), params: z.array(z.unknown()) }),
  z.object({ method: z.literal('eth_signTypedData_v4'), params: z.array(z.unknown()) }),
  z.object({ method: z.literal('eth_sendTransaction'), params: z.array(z.unknown()) }),
  z.object({
    method: z.literal('solana_signMessage'),
    params: z.object({ message: z.string(), pubkey: z.string() }),
  }),
  z.object({
    method: z.literal('solana_signTransaction'),
    params: z.object({ transaction: z.string() }),
  }),
  z.object({
    method: z.literal('solana_signAllTransactions'),
    params: z.object({ transactions: z.array(z.string()) }),
  }),
  z.object({
    method: z.literal('solana_signAndSendTransaction'),
    params: z.object({ transaction: z.string(), options: z.optional(SendOptions) }),
  }),
  z.object({ method: z.literal('wallet_sendCalls'), params: z.array(CallBundle) }),
  z.object({ method: z.literal('wallet_grantPermissions'), params: z.array(z.unknown()) }),
  z.object({ method: z.literal('wallet_revokePermissions'), params: z.optional(z.unknown()) }),
])
export type RpcRequest = z.infer<typeof RpcRequest>
