import type { ChainRpc } from '@bullring/server/chain/nodes/chain-rpc'
import { toRpcError } from '@bullring/server/chain/nodes/failover'
import type { RpcError, RpcReply } from '@bullring/server/chain/nodes/rpc-reply'
import type { RequestOptions, RpcRequest } from '@bullring/server/chain/nodes/upstream'
import { parseJson } from '@bullring/server/http/parse-json'
import {
  JsonRpcCall,
  type JsonRpcReply,
  MAX_BATCH,
} from '@bullring/wallet-api/blockchain-api/json-rpc'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import * as z from 'zod/mini'
import { refusalOf } from './allowed-methods.ts'
import { callCost } from './call-cost.ts'
import { withRangeEnd } from './log-range.ts'
import type { ReplyBytes } from './reply-bytes.ts'

type CallId = JsonRpcReply['id']

/** Returns the error for a call that is not forwarded, or null. */
type Refuse = (
  call: RpcRequest,
  readHead: () => Promise<unknown>,
) => RpcError | null | Promise<RpcError | null>

export type ExecuteOptions = {
  /** Called with the cost of all calls before any is made. May throw to reject the request. */
  take: (cost: number) => void
  /** Counts the replies. The caller releases them. */
  bytes: ReplyBytes
  /** Returns the error for a call that is not forwarded, by default for EVM chains. */
  refuse?: Refuse
}

/** Calls of a batch at nodes at once: as many as they take as one request. */
const MAX_OPEN_CALLS = 100

/** Geth's message, with a code of R-RPC-9 that clients don't retry: geth's own code means a rejected transaction there. */
const TOO_LARGE: RpcError = { code: -32_002, message: 'response too large' }

/**
 * Executes the call or batch in the text of a JSON-RPC request. Replies are in the order of the calls. An invalid call is
 * reported in its reply (R-RPC-9). Equal calls of a batch are made once. When the replies are too large together, the calls
 * that are left fail.
 *
 * @returns The text of the reply.
 */
export async function executeCalls(
  rpc: Pick<ChainRpc, 'request'>,
  text: string,
  { take, bytes, refuse = refuseEvm }: ExecuteOptions,
): Promise<string> {
  const message = parseText(text)
  const calls: readonly unknown[] = Array.isArray(message) ? message : [message]
  take(calls.slice(0, MAX_BATCH).reduce<number>((sum, call) => sum + callCost(call), 0))
  if (message === undefined) return errorReply(null, { code: -32_700, message: 'Parse error' })
  const signal = AbortSignal.timeout(TIME_LIMITS.service)
  const isBatched = Array.isArray(message)
  if (isBatched && (message.length === 0 || message.length > MAX_BATCH)) {
    const reason = `a batch has 1 to ${MAX_BATCH} calls`
    return errorReply(null, { code: -32_600, message: `Invalid request: ${reason}` })
  }
  const execute = createExecutor(rpc, { options: { isBatched, signal }, bytes, refuse })
  const replies = await Promise.all(calls.map((call) => execute(call)))
  return isBatched ? `[${replies.join()}]` : replies.join()
}

/** Returns a function that replies to a call. The text of a result is written once, however many calls ask for it. */
function createExecutor(
  rpc: Pick<ChainRpc, 'request'>,
  { options, bytes, refuse }: { options: RequestOptions; bytes: ReplyBytes; refuse: Refuse },
): (input: unknown) => Promise<string> {
  const outcomes = new Map<string, Promise<string>>()
  const open = createGate(MAX_OPEN_CALLS)
  let isFull = false
  const outcomeOf = async (request: RpcRequest): Promise<string> => {
    const refusal = await refuse(request, () => readHead(rpc, options))
    if (refusal !== null) return errorMember(refusal)
    return await open(async () => {
      if (isFull) return errorMember(TOO_LARGE)
      return memberOf(await rpc.request(request, options))
    })
  }
  return async (input) => {
    const parsed = z.safeParse(JsonRpcCall, input)
    if (!parsed.success) return errorReply(idOf(input), invalidCall(parsed.error))
    const { id, method, params } = parsed.data
    const key = JSON.stringify([method, params])
    const outcome = outcomes.get(key) ?? outcomeOf({ method, params })
    outcomes.set(key, outcome)
    const member = await outcome
    if (!isFull && bytes.take(member.length)) return replyWith(id, member)
    isFull = true
    return errorReply(id, TOO_LARGE)
  }
}

/** Returns a function that runs at most `limit` tasks at once. */
function createGate(limit: number): <result>(task: () => Promise<result>) => Promise<result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      return await task()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}

function memberOf(reply: RpcReply): string {
  if (reply.kind === 'result') return `"result":${JSON.stringify(reply.result)}`
  return errorMember(reply.kind === 'error' ? reply.error : toRpcError(reply))
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

/** Returns null when no node responds: the range is then refused. */
async function readHead(rpc: Pick<ChainRpc, 'request'>, options: RequestOptions): Promise<unknown> {
  const reply = await rpc.request({ method: 'eth_blockNumber', params: [] }, options)
  return reply.kind === 'result' ? reply.result : null
}

function errorReply(id: CallId, error: RpcError): string {
  return replyWith(id, errorMember(error))
}

function errorMember(error: RpcError): string {
  return `"error":${JSON.stringify(error)}`
}

function replyWith(id: CallId, member: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${member}}`
}

function idOf(input: unknown): CallId {
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
