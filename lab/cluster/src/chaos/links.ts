import { type FaultyNode, startFaultyNode } from '@bullring/stack/testing/faulty-node'
import type { Part } from '../cluster.ts'
import { type Address, type FaultProxy, startFaultProxy } from '../fault-proxy.ts'

/** Fault proxies between the nodes and their dependencies. */
export type Links = {
  all: () => readonly { node: string; part: Part; proxy: FaultProxy }[]
  /** A lying node in front of the chain for each node of the game. */
  chainNodes: () => readonly FaultyNode[]
  link: (node: string, part: Part, target: Address) => Promise<Address>
  /** Ends all faults. */
  heal: () => Promise<void>
  close: () => Promise<void>
}

export function createLinks(): Links {
  const proxies: { node: string; part: Part; proxy: FaultProxy }[] = []
  const chainNodes: FaultyNode[] = []
  return {
    all: () => proxies,
    chainNodes: () => chainNodes,
    link: async (node, part, target) => {
      const reached = part === 'chain' ? await lyingNode(chainNodes, target) : target
      const proxy = await startFaultProxy(reached)
      proxies.push({ node, part, proxy })
      return proxy
    },
    heal: async () => {
      for (const { proxy } of proxies) proxy.setFault(null)
      for (const node of chainNodes) await node.setFault(null)
    },
    close: async () => {
      for (const { proxy } of proxies) await proxy.close()
      for (const node of chainNodes) await node.close()
    },
  }
}

async function lyingNode(nodes: FaultyNode[], { host, port }: Address): Promise<Address> {
  const node = await startFaultyNode(`http://${host}:${port}`)
  nodes.push(node)
  return { host: '127.0.0.1', port: Number(new URL(node.url).port) }
}
