import { boundedFetch, type RpcOutcome } from '@bullring/server/chain/bounded-fetch'
import type { Chain, HttpTransport, PublicClient } from 'viem'
import { createPublicClient, defineChain, http } from 'viem'

/** Client for reads from the chain. */
export type ChainClient = PublicClient<HttpTransport, Chain>

/** How to reach the chain. */
export type ChainEndpoint = {
  id: number
  name: string
  coin: string
  rpcUrl: string
  /** Time limit of one HTTP request, body included. */
  timeoutMs: number
}

/** Calls of one tick are sent as one JSON-RPC batch; public nodes refuse much larger ones. */
const BATCH_SIZE = 100

/**
 * Creates a client whose requests have a time limit and a bounded number of retries.
 *
 * @param onRequest - Called with the outcome of each HTTP request.
 */
export function createChainClient(
  { id, name, coin, rpcUrl, timeoutMs }: ChainEndpoint,
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
    // Contracts cannot make the service fetch URLs (EIP-3668).
    ccipRead: false,
    transport: http(rpcUrl, {
      batch: { batchSize: BATCH_SIZE },
      fetchFn: (input, init) => boundedFetch(input, init, timeoutMs, onRequest),
      timeout: timeoutMs,
      retryCount: 2,
      retryDelay: 150,
    }),
  })
}
