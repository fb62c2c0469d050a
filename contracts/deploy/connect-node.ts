import {
  type Chain,
  createPublicClient,
  defineChain,
  http,
  type PublicClient,
  type Transport,
} from 'viem'
import { InvalidPlanError } from './plan-variables.ts'

/** A node of the chain on which something is deployed. */
export type NodeConnection = { chain: Chain; transport: Transport; publicClient: PublicClient }

/**
 * Connects to a node.
 *
 * @throws {InvalidPlanError} when it serves another chain.
 */
export async function connectNode(plan: {
  chainId: number
  chainName: string
  /** Symbol of the coin. */
  coin: string
  rpcUrl: string
}): Promise<NodeConnection> {
  const { chainId, chainName, coin, rpcUrl } = plan
  const chain = defineChain({
    id: chainId,
    name: chainName,
    nativeCurrency: { name: coin, symbol: coin, decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const transport = http(rpcUrl, { timeout: 20_000, retryCount: 3 })
  const publicClient = createPublicClient({ chain, transport })
  const nodeChainId = await publicClient.getChainId()
  if (nodeChainId !== chainId) {
    throw new InvalidPlanError(
      `The node at RPC_URL serves chain ${nodeChainId}, not ${chainId}. Correct RPC_URL or CHAIN_ID.`,
    )
  }
  return { chain, transport, publicClient }
}
