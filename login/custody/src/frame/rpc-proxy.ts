import { FRAME_RPC_PATH } from '@bullring/login-api/custody-api/config'
import { clientIp } from '@bullring/server/http/client-ip'
import { WalletServiceUnreachableError } from '@bullring/server/http/errors'
import type { Operation } from '@bullring/server/operations/operation'
import { parseRequest } from '@bullring/server/operations/parse-request'
import {
  JsonRpcCall,
  JsonRpcQuery,
  JsonRpcReply,
} from '@bullring/wallet-api/blockchain-api/json-rpc'
import { toCaipChainId } from '@bullring/wire/caip-ids'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import type { Context } from 'hono'
import * as z from 'zod/mini'

export type RpcProxyDeps = {
  /** URL of the wallet service, which decides on methods and limits. */
  url: string
  projectId: string
  /** Number of trusted proxies in front. */
  proxies: number
}

/** POST /core/rpc: JSON-RPC of a chain, forwarded to the wallet service. */
export function rpcProxyOperation(deps: RpcProxyDeps): Operation {
  return {
    method: 'post',
    path: FRAME_RPC_PATH,
    summary: 'JSON-RPC 2.0 of a chain: reads, and sending signed transactions',
    query: JsonRpcQuery,
    body: z.union([JsonRpcCall, z.array(JsonRpcCall)]),
    maxBodyBytes: 1_024 * 1_024,
    response: z.union([JsonRpcReply, z.array(JsonRpcReply)]),
    errors: [403, 404, 413, 422, 429, 500, 502],
    handle: (c) => forward(deps, c),
  }
}

async function forward({ url, projectId, proxies }: RpcProxyDeps, c: Context): Promise<Response> {
  const { chainId } = parseRequest(JsonRpcQuery, c.req.query())
  const target = new URL('/v1/', url)
  target.searchParams.set('chainId', toCaipChainId(chainId))
  target.searchParams.set('projectId', projectId)
  const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(TIME_LIMITS.proxy)])
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': clientIp(c, proxies) }
  try {
    const body = await c.req.text()
    const response = await fetch(target, { method: 'POST', headers, body, signal })
    const type = response.headers.get('content-type') ?? 'application/json'
    return new Response(response.body, {
      status: response.status,
      headers: { 'content-type': type, 'cache-control': 'no-store' },
    })
  } catch (cause) {
    throw new WalletServiceUnreachableError({ cause })
  }
}
