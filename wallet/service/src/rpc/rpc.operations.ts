import type { ChainKey } from '@bullring/server/chain/nodes/chain-identity'
import type { ChainRpc } from '@bullring/server/chain/nodes/chain-rpc'
import { whenSent } from '@bullring/server/http/when-sent'
import type { Operation } from '@bullring/server/operations/operation'
import { parseRequest } from '@bullring/server/operations/parse-request'
import {
  JsonRpcCall,
  JsonRpcQuery,
  JsonRpcReply,
} from '@bullring/wallet-api/blockchain-api/json-rpc'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { UnknownChainError } from '../chain/errors.ts'
import { KEY_ERRORS } from '../http/documented-errors.ts'
import { replyCost } from './call-cost.ts'
import { executeCalls } from './execute-calls.ts'
import { type HeldBytes, ReplyBytes } from './reply-bytes.ts'
import { solanaRefusalOf } from './solana-methods.ts'

export type RpcDeps = {
  /** Undefined for a chain that is not served. */
  rpcOf: (chain: ChainKey) => ChainRpc | undefined
  /** Counts the cost of calls against the caller's limit. Throws when it is used up. */
  take: (c: Context, cost: number) => void
  /** Counts the additional cost of the replies. */
  charge: (c: Context, cost: number) => void
}

/** POST /v1/?chainId= (R-RPC-1): a malformed body is a JSON-RPC error, whatever its content type. */
export function rpcOperations({ rpcOf, take, charge }: RpcDeps): readonly Operation[] {
  const held: HeldBytes = { count: 0 }
  return [
    {
      method: 'post',
      path: '/v1/',
      aliases: ['/v1'],
      summary: 'JSON-RPC 2.0, one call or a batch',
      query: JsonRpcQuery,
      body: z.union([JsonRpcCall, z.array(JsonRpcCall)]),
      // A batch of a thousand reads, or one large transaction.
      maxBodyBytes: 1_024 * 1_024,
      response: z.union([JsonRpcReply, z.array(JsonRpcReply)]),
      errors: [...KEY_ERRORS, 404, 413, 422, 500],
      security: ['projectId'],
      handle: async (c) => {
        const { chainId } = parseRequest(JsonRpcQuery, c.req.query())
        const rpc = rpcOf(chainId)
        if (rpc === undefined) throw new UnknownChainError(chainId)
        const bytes = new ReplyBytes(held)
        // A reply is in memory until the slowest reader has it.
        whenSent(c, () => bytes.release())
        const reply = await executeCalls(rpc, await c.req.text(), {
          take: (cost) => take(c, cost),
          bytes,
          ...(typeof chainId === 'string' && { refuse: ({ method }) => solanaRefusalOf(method) }),
        })
        charge(c, replyCost(bytes.count))
        return c.body(reply, 200, { 'content-type': 'application/json' })
      },
    },
  ]
}
