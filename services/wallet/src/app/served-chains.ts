import { RateLimiter } from '@bullring/server/http/rate-limit'
import { type ChainRpc, createChainRpc } from '../chain/chain-rpc.ts'
import { identifyChain } from '../chain/identify-chain.ts'
import { type ChainIdentity, createRpcClient, type RpcClient } from '../chain/rpc-client.ts'
import { createUpstream } from '../chain/upstream.ts'
import type { WalletConfig } from '../config.ts'
import type { Metrics } from '../metrics/create-metrics.ts'

/** A chain for which the service has nodes. */
export type ServedChain = {
  identity: ChainIdentity
  /** A local chain, short enough to be indexed here. */
  isLocal: boolean
  rpc: ChainRpc
  client: RpcClient
}

/** Returns the configured chains by id. */
export function servedChains(
  { rpcUrls, upstreamCallsPerMinute }: Pick<WalletConfig, 'rpcUrls' | 'upstreamCallsPerMinute'>,
  metrics: Pick<Metrics, 'upstreamRequest'>,
): ReadonlyMap<number, ServedChain> {
  return new Map(
    [...rpcUrls].map(([chainId, urls]) => {
      const { isLocal, ...identity } = identifyChain(chainId)
      const upstreams = urls.map((url, node) =>
        createUpstream(url, {
          onRequest: (outcome) => metrics.upstreamRequest(chainId, node, outcome),
        }),
      )
      const limiter = new RateLimiter(upstreamCallsPerMinute)
      const takeCall = () => limiter.allows('all callers', Date.now())
      const rpc = createChainRpc({ chainId, upstreams, takeCall })
      return [chainId, { identity, isLocal, rpc, client: createRpcClient(rpc, identity) }]
    }),
  )
}
