import { nodeTransport } from '@bullring/server/chain/nodes/node-transport'
import type { RpcReply } from '@bullring/server/chain/nodes/rpc-reply'
import {
  createUpstream,
  type RequestOptions,
  type RpcRequest,
  type Upstream,
} from '@bullring/server/chain/nodes/upstream'
import { createPublicClient, type PublicClient } from 'viem'

/** A node, and how many calls it accepts in one request. */
export type ChainNode = { url: string; upstream: Upstream; callsAtOnce: () => number | null }

/** The nodes of a chain, and a client that asks the first one that responds. */
export type ChainNodes = { chainId: number; nodes: readonly ChainNode[]; client: PublicClient }

const TIMEOUT_MS = 6_000

/** Connects to the nodes of a chain. */
export function openChainNodes(chainId: number, urls: readonly string[]): ChainNodes {
  const nodes = urls.map(openNode)
  const request = (body: RpcRequest, options: RequestOptions) =>
    firstResult(nodes, ({ upstream }) => upstream.request(body, options))
  const transport = nodeTransport({ request }, { timeoutMs: TIMEOUT_MS, retryCount: 0 })
  return { chainId, nodes, client: createPublicClient({ transport }) }
}

function openNode(url: string): ChainNode {
  let limit: number | null = null
  const upstream = createUpstream(url, {
    timeoutMs: TIMEOUT_MS,
    onBatchLimit: (calls) => {
      limit = calls
    },
  })
  return { url, upstream, callsAtOnce: () => limit }
}

async function firstResult(
  nodes: readonly ChainNode[],
  ask: (node: ChainNode) => Promise<RpcReply>,
): Promise<RpcReply> {
  let last: RpcReply = { kind: 'failure', reason: 'unreachable' }
  for (const node of nodes) {
    last = await ask(node)
    if (last.kind !== 'failure') return last
  }
  return last
}
