import {
  BaseError,
  type Chain,
  createPublicClient,
  defineChain,
  http,
  type PublicClient,
  type Transport,
} from 'viem'
import { InvalidPlanError } from './plan-variables.ts'

/** The node does not respond. Says why in one line, without its URL, which may contain a key. */
class UnreachableNodeError extends Error {
  override readonly name = 'UnreachableNodeError'

  constructor(cause: unknown) {
    const reason = cause instanceof BaseError ? ` (${cause.shortMessage.split('\n', 1)[0]})` : ''
    super(`The node at RPC_URL does not respond${reason}. Check the URL, and its key.`, { cause })
  }
}

/** A node of the chain on which something is deployed. */
export type NodeConnection = { chain: Chain; transport: Transport; publicClient: PublicClient }

/**
 * Connects to a node.
 *
 * @throws {UnreachableNodeError}
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
  const nodeChainId = await publicClient.getChainId().catch((cause: unknown) => {
    throw new UnreachableNodeError(cause)
  })
  if (nodeChainId !== chainId) {
    throw new InvalidPlanError(
      `The node at RPC_URL serves chain ${nodeChainId}, not ${chainId}. Correct RPC_URL or CHAIN_ID.`,
    )
  }
  return { chain, transport, publicClient }
}
