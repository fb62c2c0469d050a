import { createHash, timingSafeEqual } from 'node:crypto'
import { readJson } from '@bullring/server/http/read-json'
import type { Operation } from '@bullring/server/operations/operation'
import { parseRequest } from '@bullring/server/operations/parse-request'
import { JsonRpcCall, JsonRpcReply } from '@bullring/wire/blockchain-api/json-rpc'
import { BUNDLER_HEADERS } from '@bullring/wire/bundler/caller'
import type { Context } from 'hono'
import { BundlerError, UnknownCallerError } from '../http/errors.ts'
import type { CallLimits } from '../limits/call-limits.ts'
import type { Caller } from '../limits/sponsored-charges.ts'
import type { AcceptDeps } from './accept-operation.ts'
import { executeMethod } from './rpc-methods.ts'

export type RpcDeps = AcceptDeps & {
  callerToken: string
  limits: CallLimits
  /** Reports the outcome of a call. */
  onCall: (method: string, outcome: string) => void
}

/** POST /rpc: ERC-7769 for the operator's services. */
export function rpcOperation(deps: RpcDeps): Operation {
  return {
    method: 'post',
    path: '/rpc',
    summary: 'JSON-RPC 2.0 with the methods of a bundler (ERC-7769)',
    body: JsonRpcCall,
    maxBodyBytes: 128 * 1_024,
    response: JsonRpcReply,
    errors: [400, 401, 413, 415, 422, 500],
    security: ['caller'],
    handle: async (c) => {
      const caller = callerOf(c, deps.callerToken)
      const call = parseRequest(JsonRpcCall, await readJson(c, { acceptsAnyType: false }))
      return c.json(await reply(deps, call, caller))
    },
  }
}

async function reply(
  deps: RpcDeps,
  { id, method, params }: JsonRpcCall,
  caller: Caller,
): Promise<JsonRpcReply> {
  try {
    deps.limits.take(caller, method, deps.nowS() * 1_000)
    const result = await executeMethod(deps, { method, params }, caller)
    deps.onCall(method, 'ok')
    return { jsonrpc: '2.0', id, result }
  } catch (error) {
    if (!(error instanceof BundlerError)) throw error
    deps.onCall(method, error.code)
    const { rpcCode: code, message } = error
    return { jsonrpc: '2.0', id, error: { code, message, data: { code: error.code } } }
  }
}

/**
 * The calling service says who its user is.
 *
 * @throws {UnknownCallerError}
 */
function callerOf(c: Context, token: string): Caller {
  const [, given = ''] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  if (!timingSafeEqual(digestOf(given), digestOf(token))) throw new UnknownCallerError()
  const userId = c.req.header(BUNDLER_HEADERS.user) ?? ''
  const ipHash = c.req.header(BUNDLER_HEADERS.ipHash) ?? ''
  const networkHash = c.req.header(BUNDLER_HEADERS.networkHash) ?? null
  if (!isName(userId) || !isName(ipHash)) throw new UnknownCallerError()
  if (networkHash !== null && !isName(networkHash)) throw new UnknownCallerError()
  return { userId, ipHash, networkHash }
}

function isName(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text)
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
