import { readJson } from '@bullring/server/http/read-json'
import type { Operation } from '@bullring/server/operations/operation'
import { parseRequest } from '@bullring/server/operations/parse-request'
import { JsonRpcCall, JsonRpcReply } from '@bullring/wallet-api/blockchain-api/json-rpc'
import { BundlerError } from '../http/errors.ts'
import type { CallLimits } from '../limits/call-limits.ts'
import type { Caller } from '../limits/sponsored-charges.ts'
import type { AcceptDeps } from './accept-operation.ts'
import { type CallerTokens, readCaller, readService } from './read-caller.ts'
import { executeMethod } from './rpc-methods.ts'

export type RpcDeps = AcceptDeps & {
  callerTokens: CallerTokens
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
      const service = readService(c, deps.callerTokens)
      const call = parseRequest(JsonRpcCall, await readJson(c, { acceptsAnyType: false }))
      return c.json(await reply(deps, call, () => readCaller(c, service, call)))
    },
  }
}

async function reply(
  deps: RpcDeps,
  { id, method, params }: JsonRpcCall,
  callerOf: () => Caller,
): Promise<JsonRpcReply> {
  try {
    const caller = callerOf()
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
