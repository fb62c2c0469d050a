import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import { ResponseBodyTooLargeError } from 'viem'
import { boundedFetch, type RpcOutcome } from '../bounded-fetch.ts'
import { CallBatches } from './call-batches.ts'
import { type Exchange, readReplies, readReply } from './read-replies.ts'
import type { RpcReply } from './rpc-reply.ts'

export type RpcRequest = { method: string; params: readonly unknown[] }

export type RequestOptions = {
  /** Joins requests of the same tick into one HTTP request, unless they are large. */
  isBatched: boolean
  signal: AbortSignal
}

/** One node of a chain. */
export type Upstream = {
  /** Sends one request, without retries. Never rejects. */
  request: (request: RpcRequest, options: RequestOptions) => Promise<RpcReply>
}

/** Bytes of the parameters of a call above which it is sent alone: a batch has half a megabyte then at most. */
const MAX_BATCHED_BYTES = 5_000

export type UpstreamOptions = {
  /** Called with the outcome of each HTTP request. */
  onRequest?: (outcome: RpcOutcome) => void
  /** Called with the calls that the node accepts in one HTTP request, once it has refused more. */
  onBatchLimit?: (calls: number) => void
  timeoutMs?: number
}

/** Creates the client of one node. */
export function createUpstream(
  url: string,
  {
    onRequest = () => undefined,
    onBatchLimit = () => undefined,
    timeoutMs = TIME_LIMITS.node,
  }: UpstreamOptions = {},
): Upstream {
  const post = async (message: unknown, signal: AbortSignal): Promise<Exchange> => {
    try {
      const init = { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(message), signal }
      const response = await boundedFetch(url, init, timeoutMs, onRequest)
      const { status, ok: isOk } = response
      const retryAfter = response.headers.get('retry-after') ?? undefined
      return { status, isOk, text: await response.text(), retryAfter }
    } catch (error) {
      if (error instanceof ResponseBodyTooLargeError) return TOO_LARGE
      return { failure: { kind: 'failure', reason: isOverdue(error) ? 'timeout' : 'unreachable' } }
    }
  }
  const sendAlone = async (request: RpcRequest, signal: AbortSignal) =>
    readReply(await post(toMessage(request, 1), signal))
  const batches = new CallBatches({
    sendAlone,
    sendTogether: async (requests, signal) => {
      const messages = requests.map((request, index) => toMessage(request, index + 1))
      return readReplies(await post(messages, signal), requests.length)
    },
    onLimit: onBatchLimit,
  })
  return {
    request: (request, { isBatched, signal }) =>
      isBatched && isSmall(request) ? batches.send(request, signal) : sendAlone(request, signal),
  }
}

/** As by a node that says itself that its response would be too large: fewer calls, or a smaller range, may succeed. */
const TOO_LARGE: Exchange = { status: 413, isOk: false, text: '' }

const JSON_HEADERS = { 'content-type': 'application/json' } as const

function toMessage({ method, params }: RpcRequest, id: number) {
  return { jsonrpc: '2.0', id, method, params }
}

/** Large calls are sent alone: nodes also limit the bytes of a request. */
function isSmall({ params }: RpcRequest): boolean {
  return Buffer.byteLength(JSON.stringify(params)) <= MAX_BATCHED_BYTES
}

/** Searches the chain of causes, `error` included. */
function isOverdue(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'TimeoutError' || error.name === 'AbortError' || isOverdue(error.cause)
}
