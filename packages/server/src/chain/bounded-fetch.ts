/** How a node took a request. */
export type RpcOutcome = 'answered' | 'refused' | 'failed'

/** A busy node may ask for any time, but ours to wait is short: the next try is worth it. */
const MAX_RETRY_AFTER_SECONDS = 5

/**
 * As `fetch`, but the time limit covers the body too, and nobody can send us to sleep.
 *
 * @param onRequest - Told how the node took the request.
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
    const response = await fetch(input, { ...init, signal })
    onRequest(response.ok ? 'answered' : 'refused')
    return withShortRetryAfter(response)
  } catch (error) {
    onRequest('failed')
    throw error
  }
}

function withShortRetryAfter(response: Response): Response {
  const asked = response.headers.get('retry-after')
  if (asked === null || Number(asked) <= MAX_RETRY_AFTER_SECONDS) return response
  const headers = new Headers(response.headers)
  headers.set('retry-after', `${MAX_RETRY_AFTER_SECONDS}`)
  return new Response(response.body, { status: response.status, headers })
}
