import * as z from 'zod/mini'
import { ChainIdField } from '../caip-fields.ts'

/** POST /v1/?chainId=: JSON-RPC 2.0 calls to a chain, alone or as a batch. Spec, sections 7 and 8. */

/** Query of the request. */
export const JsonRpcQuery = z.object({ chainId: ChainIdField })

/** Most calls of a batch. Spec, section 9. */
export const MAX_BATCH = 1_000

/** One call. A missing id would be a notification, which no method here is: it is answered with id null. */
export const JsonRpcCall = z.object({
  jsonrpc: z.literal('2.0'),
  id: z._default(z.nullable(z.union([z.string(), z.number()])), null),
  method: z.string().check(z.minLength(1), z.maxLength(64)),
  params: z._default(z.array(z.unknown()), []),
})
/** @see JsonRpcCall */
export type JsonRpcCall = z.infer<typeof JsonRpcCall>

/** Answer to one call: exactly one of `result` and `error`. */
export const JsonRpcAnswer = z.union([
  z.object({
    jsonrpc: z.literal('2.0'),
    id: z.nullable(z.union([z.string(), z.number()])),
    error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }),
  }),
  z.object({
    jsonrpc: z.literal('2.0'),
    id: z.nullable(z.union([z.string(), z.number()])),
    result: z.unknown(),
  }),
])
/** @see JsonRpcAnswer */
export type JsonRpcAnswer = z.infer<typeof JsonRpcAnswer>
