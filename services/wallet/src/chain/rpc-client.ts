import type { Chain, CustomTransport, PublicClient } from 'viem'
import { createPublicClient, custom, defineChain, RpcRequestError } from 'viem'
import type { ChainRpc } from './chain-rpc.ts'
import { NodesUnreachableError } from './errors.ts'

/** A chain as the service is told of it. */
export type ChainIdentity = { id: number; name: string; coin: string }

/** Reads from a chain by way of all its nodes. */
export type RpcClient = PublicClient<CustomTransport, Chain>

/** Where it is on every chain that has it, the local one too. */
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** A caller of ours waits no longer for one answer. */
const LIMIT_MS = 20_000

/**
 * Client on `rpc`, which does the trying again.
 *
 * @param onFailure - Told when no node answered: some of viem's actions take that for a plain no.
 */
export function createRpcClient(
  rpc: Pick<ChainRpc, 'ask'>,
  { id, name, coin }: ChainIdentity,
  onFailure: () => void = () => undefined,
): RpcClient {
  const chain = defineChain({
    id,
    name,
    nativeCurrency: { name: coin, symbol: coin, decimals: 18 },
    rpcUrls: { default: { http: [] } },
    contracts: { multicall3: { address: MULTICALL3 } },
  })
  const request = async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
    const options = { isBatched: true, signal: AbortSignal.timeout(LIMIT_MS) }
    const answer = await rpc.ask({ method, params }, options)
    if (answer.kind === 'result') return answer.result
    const body = { method, params }
    if (answer.kind === 'error')
      throw new RpcRequestError({ body, error: answer.error, url: 'rpc' })
    onFailure()
    throw new NodesUnreachableError()
  }
  return createPublicClient({ chain, transport: custom({ request }, { retryCount: 0 }) })
}
