import type { ChainRpc } from '@bullring/server/chain/nodes/chain-rpc'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import type { Chain, CustomTransport, PublicClient } from 'viem'
import { createPublicClient, custom, defineChain, RpcRequestError } from 'viem'
import { NodesUnreachableError } from './errors.ts'

/** Id, name and coin symbol of a chain. */
export type ChainIdentity = { id: number; name: string; coin: string }

/** viem client that reads through all nodes of a chain. */
export type RpcClient = PublicClient<CustomTransport, Chain>

/** Decimals of every EVM chain's native coin. */
export const COIN_DECIMALS = 18

/** Limit exceeded, resource unavailable: about the node rather than the call. */
const BUSY_CODES: ReadonlySet<number> = new Set([-32_005, -32_002])

/** Multicall3 has the same address on every chain that has it, the local one included. */
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

export type RpcClientOptions = {
  /** Called when no node responds: some of viem's actions treat that as a negative result. */
  onFailure?: () => void
  /** Returns the time limit of a request, by default `TIME_LIMITS.service` from its start. */
  limit?: () => AbortSignal
}

/** Creates a viem client on `rpc`. It does not retry. */
export function createRpcClient(
  rpc: Pick<ChainRpc, 'request'>,
  { id, name, coin }: ChainIdentity,
  {
    onFailure = () => undefined,
    limit = () => AbortSignal.timeout(TIME_LIMITS.service),
  }: RpcClientOptions = {},
): RpcClient {
  const chain = defineChain({
    id,
    name,
    nativeCurrency: { name: coin, symbol: coin, decimals: COIN_DECIMALS },
    rpcUrls: { default: { http: [] } },
    contracts: { multicall3: { address: MULTICALL3 } },
  })
  const request = async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
    const body = { method, params }
    const reply = await rpc.request(body, { isBatched: true, signal: limit() })
    if (reply.kind === 'result') return reply.result
    if (reply.kind === 'error' && !BUSY_CODES.has(reply.error.code)) {
      throw new RpcRequestError({ body, error: reply.error, url: 'rpc' })
    }
    onFailure()
    throw new NodesUnreachableError()
  }
  // A contract may ask its caller to fetch URLs (EIP-3668): a service never does that for a stranger.
  const transport = custom({ request }, { retryCount: 0 })
  return createPublicClient({ chain, transport, ccipRead: false })
}
