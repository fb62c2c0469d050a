import type { JsonRpcAnswer } from '@bullring/wire/blockchain-api/json-rpc'
import { JsonRpcCall, MAX_BATCH } from '@bullring/wire/blockchain-api/json-rpc'
import * as z from 'zod/mini'
import type { ChainRpc } from '../chain/chain-rpc.ts'
import type { RpcError, UpstreamAnswer } from '../chain/upstream-answer.ts'
import { refusalOf } from './allowed-methods.ts'

/** A caller waits no longer, however many nodes there are to ask. */
const LIMIT_MS = 30_000

/**
 * Answers the text of a JSON-RPC request, alone or a batch, in its order. What is wrong with it is part
 * of the answer. Spec, section 8.
 *
 * @param take - Told how many calls there are before any is made; what it throws ends the request.
 */
export async function answerCalls(
  rpc: Pick<ChainRpc, 'ask'>,
  text: string,
  take: (calls: number) => void,
): Promise<JsonRpcAnswer | JsonRpcAnswer[]> {
  const message = parseText(text)
  take(Array.isArray(message) ? Math.min(message.length, MAX_BATCH) : 1)
  if (message === undefined) return refuse(null, { code: -32_700, message: 'Parse error' })
  const options = { isBatched: Array.isArray(message), signal: AbortSignal.timeout(LIMIT_MS) }
  if (!Array.isArray(message)) return answerCall(rpc, message, options)
  if (message.length === 0 || message.length > MAX_BATCH) {
    const reason = `a batch has 1 to ${MAX_BATCH} calls`
    return refuse(null, { code: -32_600, message: `Invalid request: ${reason}` })
  }
  return await Promise.all(message.map((call) => answerCall(rpc, call, options)))
}

async function answerCall(
  rpc: Pick<ChainRpc, 'ask'>,
  input: unknown,
  options: { isBatched: boolean; signal: AbortSignal },
): Promise<JsonRpcAnswer> {
  const parsed = z.safeParse(JsonRpcCall, input)
  if (!parsed.success) return refuse(idOf(input), { code: -32_600, message: 'Invalid request' })
  const { id, method, params } = parsed.data
  const refusal = refusalOf(method)
  if (refusal !== null) return refuse(id, refusal)
  const answer = await rpc.ask({ method, params }, options)
  return answer.kind === 'result'
    ? { jsonrpc: '2.0', id, result: answer.result }
    : refuse(id, errorOf(answer))
}

function errorOf(answer: Exclude<UpstreamAnswer, { kind: 'result' }>): RpcError {
  if (answer.kind === 'error') return answer.error
  if (answer.status === 429) return { code: -32_005, message: 'Limit exceeded' }
  if (answer.reason === 'timeout') {
    return { code: -32_002, message: 'The request took too long to respond.' }
  }
  return { code: -32_002, message: 'Resource unavailable: no node of this chain answers' }
}

function refuse(id: JsonRpcAnswer['id'], error: RpcError): JsonRpcAnswer {
  return { jsonrpc: '2.0', id, error }
}

function idOf(input: unknown): JsonRpcAnswer['id'] {
  if (typeof input !== 'object' || input === null || !('id' in input)) return null
  return typeof input.id === 'string' || typeof input.id === 'number' ? input.id : null
}

/** Undefined when it is not JSON. */
function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
