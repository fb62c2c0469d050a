import type { ChainKey } from '@bullring/server/chain/nodes/chain-identity'
import type { ChainRpc } from '@bullring/server/chain/nodes/chain-rpc'
import { openNodes } from '@bullring/server/chain/nodes/open-nodes'
import type { LimitFactory } from '@bullring/server/limits/open-limits'
import type { SolanaChainId } from '@bullring/wire/caip-fields'
import { findPublicChain } from '@bullring/wire/chain/public-chain'
import type { Logger } from 'pino'
import { type ChainIdentity, createRpcClient, type RpcClient } from '../chain/rpc-client.ts'
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
  config: Pick<WalletConfig, 'solanaRpcUrls' | 'limits'>,
  deps: RpcDeps,
): ReadonlyMap<SolanaChainId, ChainRpc> {
  return new Map(
    [...config.solanaRpcUrls].map(([chainId, urls]) => [
      chainId,
      openRpc(chainId, urls, config, deps),
    ]),
  )
}

type RpcDeps = {
  metrics: Pick<Metrics, 'upstreamRequest'>
  limits: LimitFactory
  log: Logger
}

function openRpc(
  chainId: ChainKey,
  urls: readonly string[],
  config: Pick<WalletConfig, 'limits'>,
  { metrics, limits, log }: RpcDeps,
): ChainRpc {
  const limiter = limits.rateLimiter(`upstream-${chainId}`, config.limits.upstreamCallsPerMinute)
  const takeCall = () => limiter.allows('all callers', Date.now())
  return openNodes(chainId, urls, {
    log,
    takeCall,
    onRequest: (node, outcome) => metrics.upstreamRequest(chainId, node, outcome),
  })
}

/** Returns the configured chains by id. */
export function servedChains(
  config: Pick<WalletConfig, 'rpcUrls' | 'limits'>,
  deps: RpcDeps,
): ReadonlyMap<number, ServedChain> {
  return new Map(
    [...config.rpcUrls].map(([chainId, urls]) => {
      const { isLocal, ...identity } = identifyChain(chainId)
      const rpc = openRpc(chainId, urls, config, deps)
      return [chainId, { identity, isLocal, rpc, client: createRpcClient(rpc, identity) }]
    }),
  )
}

/** Returns name and coin of a chain. An unlisted one is a local chain with the game's coin. */
function identifyChain(id: number): ChainIdentity & { isLocal: boolean } {
  const known = findPublicChain(id)
  if (known === null) return { id, name: 'Local chain', coin: 'BNB', isLocal: true }
  return { id, name: known.name, coin: known.coin, isLocal: false }
}
