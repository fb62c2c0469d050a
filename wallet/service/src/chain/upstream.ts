import { boundedFetch, type RpcOutcome } from '@bullring/server/chain/bounded-fetch'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import { HttpRequestError, http } from 'viem'
import * as z from 'zod/mini'
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

/** Public nodes reject much larger batches. */
const BATCH_SIZE = 100
/** Bytes of the parameters of a call above which it is sent alone: a batch has half a megabyte then at most. */
const MAX_BATCHED_BYTES = 5_000

const ErrorReply = z.object({
  error: z.object({ code: z.int(), message: z.string(), data: z.optional(z.unknown()) }),
})

const Reply = z.union([
  ErrorReply,
  z.object({ result: z.unknown().check(z.refine((result) => result !== undefined)) }),
])

export type UpstreamOptions = {
  /** Called with the outcome of each HTTP request. */
  onRequest?: (outcome: RpcOutcome) => void
  timeoutMs?: number
}

/** Creates the client of one node. */
export function createUpstream(
  url: string,
  { onRequest = () => undefined, timeoutMs = TIME_LIMITS.node }: UpstreamOptions = {},
): Upstream {
  const batched = http(url, {
    batch: { batchSize: BATCH_SIZE },
    raw: true,
    retryCount: 0,
    timeout: timeoutMs,
    fetchFn: (input, init) => boundedFetch(input, init, timeoutMs, onRequest),
  })({})
  // Most requests are alone: without viem they take a third less CPU time.
  const sendAlone = async ({ method, params }: RpcRequest, signal: AbortSignal) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const init = { method: 'POST', headers: JSON_HEADERS, body, signal }
    return await readBody(await boundedFetch(url, init, timeoutMs, onRequest), url)
  }
  return {
    request: async ({ method, params }, { isBatched, signal }) => {
      try {
        const body =
          isBatched && isSmall(params)
            ? await batched.request({ method, params }, { signal })
            : await sendAlone({ method, params }, signal)
        return toReply(body)
      } catch (error) {
        return toFailure(error)
      }
    },
  }
}

/** Large calls are sent alone: nodes also limit the bytes of a request. */
function isSmall(params: readonly unknown[]): boolean {
  return Buffer.byteLength(JSON.stringify(params)) <= MAX_BATCHED_BYTES
}

const JSON_HEADERS = { 'content-type': 'application/json' } as const

async function readBody(response: Response, url: string): Promise<unknown> {
  const { ok, status } = response
  let body: unknown
  try {
    body = JSON.parse(await response.text())
  } catch (cause) {
    if (ok) throw cause
  }
  // Some nodes report errors with a status that is one, too.
  if (!ok && !z.safeParse(ErrorReply, body).success) throw new HttpRequestError({ status, url })
  return body
}

function toReply(body: unknown): RpcReply {
  const parsed = z.safeParse(Reply, body)
  if (!parsed.success) return { kind: 'failure', reason: 'unreadable' }
  return 'error' in parsed.data
    ? { kind: 'error', error: parsed.data.error }
    : { kind: 'result', result: parsed.data.result }
}

function toFailure(error: unknown): RpcReply {
  if (hasCauseNamed(error, 'TimeoutError') || hasCauseNamed(error, 'AbortError')) {
    return { kind: 'failure', reason: 'timeout' }
  }
  if (error instanceof HttpRequestError && error.status !== undefined) {
    return { kind: 'failure', reason: 'status', status: error.status }
  }
  const reason = hasCauseNamed(error, 'SyntaxError') ? 'unreadable' : 'unreachable'
  return { kind: 'failure', reason }
}

/** Searches the chain of causes, `error` included. */
function hasCauseNamed(error: unknown, name: string): boolean {
  if (!(error instanceof Error)) return false
  return error.name === name || hasCauseNamed(error.cause, name)
}
