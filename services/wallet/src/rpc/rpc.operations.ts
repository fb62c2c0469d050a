import type { Operation } from '@bullring/server/operations/operation'
import { parseRequest } from '@bullring/server/operations/parse-request'
import { JsonRpcCall, JsonRpcQuery, JsonRpcReply } from '@bullring/wire/blockchain-api/json-rpc'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import type { ChainKey } from '../chain/chain-identity.ts'
import type { ChainRpc } from '../chain/chain-rpc.ts'
import { UnknownChainError } from '../chain/errors.ts'
import { KEY_ERRORS } from '../http/documented-errors.ts'
import { executeCalls } from './execute-calls.ts'
import { solanaRefusalOf } from './solana-methods.ts'

export type RpcDeps = {
  /** Undefined for a chain that is not served. */
  rpcOf: (chain: ChainKey) => ChainRpc | undefined
  /** Counts the cost of calls against the caller's limit; throws when it is used up. */
  take: (c: Context, cost: number) => void
}

/** POST /v1/?chainId= (R-RPC-1): a malformed body is a JSON-RPC error, whatever its content type. */
export function rpcOperations({ rpcOf, take }: RpcDeps): readonly Operation[] {
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
        const text = await c.req.text()
        const takeCost = (cost: number) => take(c, cost)
        return typeof chainId === 'number'
          ? c.json(await executeCalls(rpc, text, takeCost))
          : c.json(await executeCalls(rpc, text, takeCost, ({ method }) => solanaRefusalOf(method)))
      },
    },
  ]
}
