import { type Client, createClient, custom } from 'viem'

/**
 * Sends one JSON-RPC call to a chain and returns its result.
 *
 * @throws {ChainError} when the node refuses the call.
 */
export type ChainRequest = (call: { method: string; params?: unknown }) => Promise<unknown>

/** Creates viem's client of one chain. */
export function createChainClient(request: ChainRequest): Client {
  return createClient({ transport: custom({ request }, { retryCount: 0 }) })
}
