import { RpcChainField } from '@bullring/wire/caip-fields'
import * as z from 'zod/mini'

/** POST /v1/?chainId=: one JSON-RPC 2.0 call to a chain, or a batch (R-RPC-1). */

/** Query of the request. */
export const JsonRpcQuery = z.object({ chainId: RpcChainField })

/** Maximum number of calls of a batch (R-RPC-2). */
export const MAX_BATCH = 1_000

/** Maximum number of calls of one `eth_simulateV1`: the batch of a smart account. */
export const MAX_SIMULATED_CALLS = 40

/** One call. There are no notifications: a call without an id receives a reply with id null. */
export const JsonRpcCall = z.object({
  jsonrpc: z.literal('2.0'),
  id: z._default(z.nullable(z.union([z.string(), z.number()])), null),
  method: z.string().check(z.minLength(1), z.maxLength(64)),
  /** Nodes take null for an empty list, too. */
  params: z.pipe(
    z.nullish(z.array(z.unknown())),
    z.transform((params) => params ?? []),
  ),
})
export type JsonRpcCall = z.infer<typeof JsonRpcCall>

const JsonRpcError = z.object({
  code: z.number(),
  message: z.string(),
  data: z.optional(z.unknown()),
})
/** Error of a reply. */
export type JsonRpcError = z.infer<typeof JsonRpcError>

/** Reply to one call: exactly one of `result` and `error`. */
export const JsonRpcReply = z.union([
  z.object({
    jsonrpc: z.literal('2.0'),
    id: z.nullable(z.union([z.string(), z.number()])),
    error: JsonRpcError,
  }),
  z.object({
    jsonrpc: z.literal('2.0'),
    id: z.nullable(z.union([z.string(), z.number()])),
    result: z.unknown(),
  }),
])
export type JsonRpcReply = z.infer<typeof JsonRpcReply>
