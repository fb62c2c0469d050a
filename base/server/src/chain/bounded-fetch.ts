import * as z from 'zod/mini'
import { type SpanStart, traceCall } from '../tracing/span.ts'
import { nodeFetch } from './node-fetch.ts'

/** Outcome of an HTTP request to a node: `refused` is an error status, `failed` no response. */
export type RpcOutcome = 'answered' | 'refused' | 'failed'

/** Cap on `Retry-After`: a busy node may demand any delay. */
const MAX_RETRY_AFTER_SECONDS = 5

/**
 * Like `fetch` for JSON-RPC, but the time limit covers the body too, `Retry-After` is capped and
 * redirects are not followed: a node has no reason to send one.
 *
 * @param onRequest - Called with the outcome.
 */
export async function boundedFetch(
  input: string | URL | Request,
  init: RequestInit | undefined,
  timeoutMs: number,
  onRequest: (outcome: RpcOutcome) => void,
): Promise<Response> {
  const { href } = new URL(input instanceof Request ? input.url : input)
  const request = {
    method: init?.method ?? 'POST',
    headers: new Headers(init?.headers),
    body: String(init?.body ?? ''),
    signal: init?.signal ?? null,
    timeoutMs,
  }
  try {
    const response = await traceCall(
      () => spanOf(request.body),
      () => nodeFetch(href, request),
    )
    onRequest(response.ok ? 'answered' : 'refused')
    shortenRetryAfter(response.headers)
    return response
  } catch (error) {
    onRequest('failed')
    throw error
  }
}

const Calls = z.union([z.object({ method: z.string() }), z.array(z.object({ method: z.string() }))])

/** Names the methods of JSON-RPC. The URL of a node may hold a key. */
function spanOf(body: string): SpanStart {
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

function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

function shortenRetryAfter(headers: Headers): void {
  const seconds = headers.get('retry-after')
  if (seconds === null || Number(seconds) <= MAX_RETRY_AFTER_SECONDS) return
  headers.set('retry-after', `${MAX_RETRY_AFTER_SECONDS}`)
}
