import { RateLimiter } from '@bullring/server/http/rate-limit'
import type { SolanaChainId } from '@bullring/wire/caip-fields'
import type { ChainKey } from '../chain/chain-identity.ts'
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

/** Returns the clients of the configured Solana clusters by id. */
export function servedClusters(
  {
    solanaRpcUrls,
    upstreamCallsPerMinute,
  }: Pick<WalletConfig, 'solanaRpcUrls' | 'upstreamCallsPerMinute'>,
  metrics: Pick<Metrics, 'upstreamRequest'>,
): ReadonlyMap<SolanaChainId, ChainRpc> {
  return new Map(
    [...solanaRpcUrls].map(([chainId, urls]) => [
      chainId,
      openRpc(chainId, urls, upstreamCallsPerMinute, metrics),
    ]),
  )
}

function openRpc(
  chainId: ChainKey,
  urls: readonly string[],
  callsPerMinute: number,
  metrics: Pick<Metrics, 'upstreamRequest'>,
): ChainRpc {
  const upstreams = urls.map((url, node) =>
    createUpstream(url, {
      onRequest: (outcome) => metrics.upstreamRequest(chainId, node, outcome),
    }),
  )
  const limiter = new RateLimiter(callsPerMinute)
  const takeCall = () => limiter.allows('all callers', Date.now())
  return createChainRpc({ chainId, upstreams, takeCall })
}

/** Returns the configured chains by id. */
export function servedChains(
  { rpcUrls, upstreamCallsPerMinute }: Pick<WalletConfig, 'rpcUrls' | 'upstreamCallsPerMinute'>,
  metrics: Pick<Metrics, 'upstreamRequest'>,
): ReadonlyMap<number, ServedChain> {
  return new Map(
    [...rpcUrls].map(([chainId, urls]) => {
      const { isLocal, ...identity } = identifyChain(chainId)
      const rpc = openRpc(chainId, urls, upstreamCallsPerMinute, metrics)
      return [chainId, { identity, isLocal, rpc, client: createRpcClient(rpc, identity) }]
    }),
  )
}
