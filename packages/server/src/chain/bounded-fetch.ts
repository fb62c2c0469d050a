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
    const response = await fetch(input, { ...init, signal, redirect: 'error' })
    onRequest(response.ok ? 'answered' : 'refused')
    return withShortRetryAfter(response)
  } catch (error) {
    onRequest('failed')
    throw error
  }
}

function withShortRetryAfter(response: Response): Response {
  const seconds = response.headers.get('retry-after')
  if (seconds === null || Number(seconds) <= MAX_RETRY_AFTER_SECONDS) return response
  const headers = new Headers(response.headers)
  headers.set('retry-after', `${MAX_RETRY_AFTER_SECONDS}`)
  return new Response(response.body, { status: response.status, headers })
}
