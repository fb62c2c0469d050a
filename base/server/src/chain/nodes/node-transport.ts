import { type CustomTransport, custom, HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import type { ChainRpc } from './chain-rpc.ts'
import type { RpcReply } from './rpc-reply.ts'

type NodeTransportOptions = {
  /** Time limit of a request, those to further nodes included. */
  timeoutMs: number
  /** Further attempts, which viem makes only when they may help. */
  retryCount: number
}

type Call = { method: string; params?: readonly unknown[] }

/** Creates a transport for viem that calls the nodes of a chain. Calls of one tick are joined. */
export function nodeTransport(
  rpc: Pick<ChainRpc, 'request'>,
  { timeoutMs, retryCount }: NodeTransportOptions,
): CustomTransport {
  const request = async (
    { method, params = [] }: Call,
    options: { signal?: AbortSignal } = {},
  ): Promise<unknown> => {
    const limit = AbortSignal.timeout(timeoutMs)
    const signal = options.signal === undefined ? limit : AbortSignal.any([options.signal, limit])
    const body = { method, params }
    const reply = await rpc.request(body, { isBatched: true, signal })
    if (reply.kind === 'result') return reply.result
    throw toError(reply, body)
  }
  return custom({ request }, { retryCount, retryDelay: 150 })
}

/** Stands for the URL of a node, which may hold a key, in messages. */
const URL = 'node'

/** The errors that viem's own transport throws. */
function toError(reply: Exclude<RpcReply, { kind: 'result' }>, body: Required<Call>): Error {
  if (reply.kind === 'error') return new RpcRequestError({ body, error: reply.error, url: URL })
  const { reason, status, retryAfter } = reply
  if (reason === 'timeout') return new TimeoutError({ body, url: URL })
  return new HttpRequestError({
    body,
    url: URL,
    ...(status !== undefined && { status }),
    // viem waits as long before it tries again.
    ...(retryAfter !== undefined && { headers: new Headers({ 'retry-after': retryAfter }) }),
  })
}
