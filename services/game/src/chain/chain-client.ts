import type { Chain, HttpTransport, PublicClient } from 'viem'
import { createPublicClient, defineChain, http } from 'viem'

/** Reads from the chain. */
export type ChainClient = PublicClient<HttpTransport, Chain>

/** Where the chain is. */
export type ChainEndpoint = { id: number; name: string; coin: string; rpcUrl: string }

/** Calls of one tick travel as one JSON-RPC batch; public nodes refuse much larger ones. */
const BATCH_SIZE = 100

const REQUEST_TIMEOUT_MS = 10_000

/** A busy node may ask for any time, but ours to wait is short: the next try is worth it. */
const MAX_RETRY_AFTER_SECONDS = 5

/** How the node took a request. */
export type RpcOutcome = 'answered' | 'refused' | 'failed'

/**
 * Client whose every request has a time limit and a bounded number of tries.
 *
 * @param onRequest - Told how the node took each HTTP request.
 */
export function createChainClient(
  { id, name, coin, rpcUrl }: ChainEndpoint,
  onRequest: (outcome: RpcOutcome) => void = () => undefined,
): ChainClient {
  const chain = defineChain({
    id,
    name,
    nativeCurrency: { name: coin, symbol: coin, decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  return createPublicClient({
    chain,
    transport: http(rpcUrl, {
      batch: { batchSize: BATCH_SIZE },
      fetchFn: (input, init) => boundedFetch(input, init, onRequest),
      timeout: REQUEST_TIMEOUT_MS,
      retryCount: 2,
      retryDelay: 150,
    }),
  })
}

/** As `fetch`, but the time limit covers the body too, and nobody can send us to sleep. */
async function boundedFetch(
  input: string | URL | Request,
  init: RequestInit | undefined,
  onRequest: (outcome: RpcOutcome) => void,
): Promise<Response> {
  const limit = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
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
