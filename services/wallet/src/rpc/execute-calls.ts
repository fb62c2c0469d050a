import { parseJson } from '@bullring/server/http/parse-json'
import type { JsonRpcReply } from '@bullring/wire/blockchain-api/json-rpc'
import { JsonRpcCall, MAX_BATCH } from '@bullring/wire/blockchain-api/json-rpc'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import * as z from 'zod/mini'
import type { ChainRpc } from '../chain/chain-rpc.ts'
import { toRpcError } from '../chain/failover.ts'
import type { RpcError } from '../chain/rpc-reply.ts'
import type { RequestOptions, RpcRequest } from '../chain/upstream.ts'
import { refusalOf } from './allowed-methods.ts'
import { callCost } from './call-cost.ts'
import { withRangeEnd } from './log-range.ts'

/** Returns the error for a call that is not forwarded, or null. */
type Refuse = (
  call: RpcRequest,
  readHead: () => Promise<unknown>,
) => RpcError | null | Promise<RpcError | null>

/**
 * Executes the call or batch in the text of a JSON-RPC request. Replies are in the order of the calls;
 * an invalid call is reported in its reply (R-RPC-9).
 *
 * @param refuse - Returns the error for a call that is not forwarded; for EVM chains by default.
 * @param take - Called with the cost of all calls before any is made; may throw to reject the request.
 */
export async function executeCalls(
  rpc: Pick<ChainRpc, 'request'>,
  text: string,
  take: (cost: number) => void,
  refuse: Refuse = refuseEvm,
): Promise<JsonRpcReply | JsonRpcReply[]> {
  const message = parseText(text)
  const calls: readonly unknown[] = Array.isArray(message) ? message : [message]
  take(calls.slice(0, MAX_BATCH).reduce<number>((sum, call) => sum + callCost(call), 0))
  if (message === undefined) return errorReply(null, { code: -32_700, message: 'Parse error' })
  const signal = AbortSignal.timeout(TIME_LIMITS.service)
  if (!Array.isArray(message))
    return executeCall(rpc, message, { isBatched: false, signal }, refuse)
  if (message.length === 0 || message.length > MAX_BATCH) {
    const reason = `a batch has 1 to ${MAX_BATCH} calls`
    return errorReply(null, { code: -32_600, message: `Invalid request: ${reason}` })
  }
  return await Promise.all(
    message.map((call) => executeCall(rpc, call, { isBatched: true, signal }, refuse)),
  )
}

async function executeCall(
  rpc: Pick<ChainRpc, 'request'>,
  input: unknown,
  options: RequestOptions,
  refuse: Refuse,
): Promise<JsonRpcReply> {
  const parsed = z.safeParse(JsonRpcCall, input)
  if (!parsed.success) return errorReply(idOf(input), invalidCall(parsed.error))
  const { id, method, params } = parsed.data
  const refusal = await refuse({ method, params }, () => readHead(rpc, options))
  if (refusal !== null) return errorReply(id, refusal)
  const reply = await rpc.request({ method, params }, options)
  if (reply.kind === 'result') return { jsonrpc: '2.0', id, result: reply.result }
  return errorReply(id, reply.kind === 'error' ? reply.error : toRpcError(reply))
}

/** Parameters by name are valid JSON-RPC, but no method here has them. */
function invalidCall({ issues }: z.core.$ZodError): RpcError {
  return issues.every(({ path }) => path[0] === 'params')
    ? { code: -32_602, message: 'Invalid params: expected a list' }
    : { code: -32_600, message: 'Invalid request' }
}

async function refuseEvm(
  { method, params }: RpcRequest,
  readHead: () => Promise<unknown>,
): Promise<RpcError | null> {
  const isLogs = method === 'eth_getLogs'
  return refusalOf(method, isLogs ? await withRangeEnd(params, readHead) : params)
}

/** Null when no node responds: the range is then refused. */
async function readHead(rpc: Pick<ChainRpc, 'request'>, options: RequestOptions): Promise<unknown> {
  const reply = await rpc.request({ method: 'eth_blockNumber', params: [] }, options)
  return reply.kind === 'result' ? reply.result : null
}

function errorReply(id: JsonRpcReply['id'], error: RpcError): JsonRpcReply {
  return { jsonrpc: '2.0', id, error }
}

function idOf(input: unknown): JsonRpcReply['id'] {
  if (typeof input !== 'object' || input === null || !('id' in input)) return null
  return typeof input.id === 'string' || typeof input.id === 'number' ? input.id : null
}

/** Returns undefined when the text is not JSON, or nodes would refuse a whole batch with it. */
function parseText(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
