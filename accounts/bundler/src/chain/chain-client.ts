import {
  type Chain,
  createPublicClient,
  defineChain,
  http,
  type PublicClient,
  type Transport,
} from 'viem'
import { ChainFailedError } from '../http/errors.ts'

/** Reads the chain. */
export type ChainClient = PublicClient<Transport, Chain>

const TIMEOUT_MS = 5_000

/** Connects to a node. Each request has a time limit. */
export function createChainClient(chain: { id: number; rpcUrl: string }): ChainClient {
  return createPublicClient({
    chain: defineChain({
      id: chain.id,
      name: `Chain ${chain.id}`,
      nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
      rpcUrls: { default: { http: [chain.rpcUrl] } },
    }),
    transport: http(chain.rpcUrl, { timeout: TIMEOUT_MS, retryCount: 1 }),
    cacheTime: 0,
    // Contracts cannot make the service fetch URLs (EIP-3668).
    ccipRead: false,
  })
}

/** @throws {ChainFailedError} instead of an error of the node, whose URL may contain a key. */
export async function readChain<result>(request: Promise<result>): Promise<result> {
  try {
    return await request
  } catch {
    throw new ChainFailedError()
  }
}
