import type { RpcOutcome } from '@bullring/server/chain/bounded-fetch'
import { LastSeen } from '@bullring/server/metrics/readiness'
import type { Logger } from 'pino'
import { type ChainClient, createChainClient } from '../chain/chain-client.ts'
import type { GameConfig } from '../config.ts'
import type { Metrics } from '../metrics/create-metrics.ts'

/** The chain as all markets of a process read it: what is learnt about a node is learnt once. */
export type ProcessChain = {
  client: ChainClient
  /** When a node has responded. */
  seen: LastSeen
}

/** Connects to the nodes. None is called yet. */
export function openChain(
  { chain }: Pick<GameConfig, 'chain'>,
  { log, metrics }: { log: Logger; metrics: Pick<Metrics, 'rpcRequest' | 'nodeLeftOut'> },
): ProcessChain {
  const seen = new LastSeen()
  const onRequest = (node: number, outcome: RpcOutcome) => {
    metrics.rpcRequest(node, outcome)
    if (outcome === 'answered') seen.mark(Date.now())
  }
  for (const node of chain.rpcUrls.keys()) metrics.nodeLeftOut(node, false)
  const events = { onRequest, onLeftOut: metrics.nodeLeftOut }
  return { client: createChainClient(chain, log, events), seen }
}
