import { limitBody } from '@bullring/server/http/limit-body'
import { JsonRpcQuery } from '@bullring/wire/blockchain-api/json-rpc'
import { parse } from '@bullring/wire/parse'
import type { Context } from 'hono'
import { Hono } from 'hono'
import type { ChainRpc } from '../chain/chain-rpc.ts'
import { UnknownChainError } from '../chain/errors.ts'
import { answerCalls } from './answer-calls.ts'

/** A batch of a thousand reads, or one large transaction. */
const MAX_BYTES = 1_024 * 1_024

export type RpcDeps = {
  /** Undefined for a chain that is not served. */
  rpcOf: (chainId: number) => ChainRpc | undefined
  /** Counts calls against the caller's limit; throws when it is used up. */
  take: (c: Context, calls: number) => void
}

/** POST /v1/?chainId=: JSON-RPC, whatever the content type says. Spec, section 7. */
export function rpcRoutes({ rpcOf, take }: RpcDeps): Hono {
  const handle = async (c: Context) => {
    const { chainId } = parse(JsonRpcQuery, c.req.query())
    const rpc = rpcOf(chainId)
    if (rpc === undefined) throw new UnknownChainError(chainId)
    return c.json(await answerCalls(rpc, await c.req.text(), (calls) => take(c, calls)))
  }
  return new Hono()
    .post('/v1/', limitBody(MAX_BYTES), handle)
    .post('/v1', limitBody(MAX_BYTES), handle)
}
