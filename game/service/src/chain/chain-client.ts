import type { RpcOutcome } from '@bullring/server/chain/bounded-fetch'
import { nodeTransport } from '@bullring/server/chain/nodes/node-transport'
import { openNodes } from '@bullring/server/chain/nodes/open-nodes'
import type { Logger } from 'pino'
import type { Chain, CustomTransport, PublicClient } from 'viem'
import { createPublicClient, defineChain } from 'viem'

/** Client for reads from the chain. */
export type ChainClient = PublicClient<CustomTransport, Chain>

/** Nodes of the chain. */
export type ChainEndpoint = {
  id: number
  name: string
  coin: string
  /** Its nodes, in the operator's order of preference. */
  rpcUrls: readonly string[]
  /** Time limit of one HTTP request, body included. */
  timeoutMs: number
}

/** Nodes that a call may wait for. */
const MAX_NODES_WAITED_FOR = 3

/** Events of a process's nodes, which are counted from 0. */
export type NodeEvents = {
  /** Called with the outcome of each HTTP request. */
  onRequest: (node: number, outcome: RpcOutcome) => void
  /** Called when a node is left out, and when it is used again. */
  onLeftOut: (node: number, isLeftOut: boolean) => void
}

/** Creates a client whose requests have a time limit and a bounded number of retries. */
export function createChainClient(
  { id, name, coin, rpcUrls, timeoutMs }: ChainEndpoint,
  log: Logger,
  events: Partial<NodeEvents> = {},
): ChainClient {
  const nodes = openNodes(id, rpcUrls, {
    log,
    timeoutMs,
    ranksWhenUsed: true,
    ...(events.onRequest && { onRequest: events.onRequest }),
    onProblem: (node, problem) => events.onLeftOut?.(node, problem !== null),
  })
  const limitMs = timeoutMs * Math.min(rpcUrls.length, MAX_NODES_WAITED_FOR)
  return createPublicClient({
    chain: defineChain({
      id,
      name,
      nativeCurrency: { name: coin, symbol: coin, decimals: 18 },
      rpcUrls: { default: { http: [] } },
    }),
    // Contracts cannot make the service fetch URLs (EIP-3668).
    ccipRead: false,
    transport: nodeTransport(nodes, { timeoutMs: limitMs, retryCount: 2 }),
  })
}
