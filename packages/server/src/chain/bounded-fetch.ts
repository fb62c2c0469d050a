import * as z from 'zod/mini'
import { type SpanStart, traceCall } from '../tracing/span.ts'

/** Outcome of an HTTP request to a node: `refused` is an error status, `failed` no response. */
export type RpcOutcome = 'answered' | 'refused' | 'failed'

/** Cap on `Retry-After`: a busy node may demand any delay. */
const MAX_RETRY_AFTER_SECONDS = 5

/**
 * Like `fetch`, but the time limit covers the body too, `Retry-After` is capped and
 * redirects are refused: a node has no reason to send one.
 *
 * @param onRequest - Called with the outcome.
 */
export async function boundedFetch(
  input: string | URL | Request,
  init: RequestInit | undefined,
  timeoutMs: number,
  onRequest: (outcome: RpcOutcome) => void,
): Promise<Response> {
  const limit = AbortSignal.timeout(timeoutMs)
  const signal = init?.signal ? AbortSignal.any([limit, init.signal]) : limit
  try {
    const send = () => fetch(input, { ...init, signal, redirect: 'error' })
    const response = await traceCall(() => spanOf(init?.body), send)
    onRequest(response.ok ? 'answered' : 'refused')
    return withShortRetryAfter(response)
  } catch (error) {
    onRequest('failed')
    throw error
  }
}

const Calls = z.union([z.object({ method: z.string() }), z.array(z.object({ method: z.string() }))])

/** Names the methods of JSON-RPC; the URL of a node may hold a key. */
function spanOf(body: unknown): SpanStart {
  const parsed = z.safeParse(Calls, parsedJson(body))
  const calls = parsed.success ? [parsed.data].flat() : []
  const methods = [...new Set(calls.map(({ method }) => method))].sort()
  return {
    name: methods.length === 1 ? (methods[0] ?? 'rpc') : 'rpc',
    kind: 'CLIENT',
    attributes: {
      'rpc.system': 'jsonrpc',
      'rpc.method': methods.join(','),
      'rpc.calls': calls.length,
    },
  }
}

function parsedJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return null
  }
}

function withShortRetryAfter(response: Response): Response {
  const seconds = response.headers.get('retry-after')
  if (seconds === null || Number(seconds) <= MAX_RETRY_AFTER_SECONDS) return response
  const headers = new Headers(response.headers)
  headers.set('retry-after', `${MAX_RETRY_AFTER_SECONDS}`)
  return new Response(response.body, { status: response.status, headers })
}
