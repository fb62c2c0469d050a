import { nodeTransport } from '@bullring/server/chain/nodes/node-transport'
import { openNodes } from '@bullring/server/chain/nodes/open-nodes'
import type { Logger } from 'pino'
import {
  type Chain,
  createPublicClient,
  defineChain,
  type PublicClient,
  type Transport,
} from 'viem'
import { ChainFailedError } from '../http/errors.ts'

/** Reads the chain. */
export type ChainClient = PublicClient<Transport, Chain>

const TIMEOUT_MS = 5_000

/** Connects to the nodes of a chain. Each request has a time limit. */
export function createChainClient(
  { id, rpcUrls }: { id: number; rpcUrls: readonly string[] },
  log: Logger,
): ChainClient {
  const nodes = openNodes(id, rpcUrls, { log, timeoutMs: TIMEOUT_MS, ranksWhenUsed: true })
  return createPublicClient({
    chain: defineChain({
      id,
      name: `Chain ${id}`,
      nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    }),
    transport: nodeTransport(nodes, { timeoutMs: 2 * TIMEOUT_MS, retryCount: 1 }),
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
