import { boundedFetch, type RpcOutcome } from '@bullring/server/chain/bounded-fetch'
import type { Chain, HttpTransport, PublicClient } from 'viem'
import { createPublicClient, defineChain, http } from 'viem'

/** Reads from the chain. */
export type ChainClient = PublicClient<HttpTransport, Chain>

/** Where the chain is. */
export type ChainEndpoint = { id: number; name: string; coin: string; rpcUrl: string }

/** Calls of one tick travel as one JSON-RPC batch; public nodes refuse much larger ones. */
const BATCH_SIZE = 100

const REQUEST_TIMEOUT_MS = 10_000

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
      fetchFn: (input, init) => boundedFetch(input, init, REQUEST_TIMEOUT_MS, onRequest),
      timeout: REQUEST_TIMEOUT_MS,
      retryCount: 2,
      retryDelay: 150,
    }),
  })
}
