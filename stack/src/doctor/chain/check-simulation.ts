import { broken, type Check, on } from '../finding.ts'
import type { ChainNodes } from './chain-nodes.ts'

const CAPABILITY = 'simulation for smart accounts'
const SIMULATION = {
  method: 'eth_simulateV1',
  params: [{ blockStateCalls: [{ calls: [] }] }, 'latest'],
}

/** Checks that a node has what the bundler tests operations with. */
export function checkSimulation({ nodes }: ChainNodes): Check {
  return {
    capability: CAPABILITY,
    run: async (signal) => {
      const replies = await Promise.all(
        nodes.map(({ upstream }) => upstream.request(SIMULATION, { isBatched: false, signal })),
      )
      const able = replies.flatMap((reply, index) =>
        reply.kind === 'result' && Array.isArray(reply.result) ? [index + 1] : [],
      )
      if (able.length === 0)
        return [
          broken(CAPABILITY, 'no node has eth_simulateV1, which the bundler needs', 'RPC_URL'),
        ]
      return [on(CAPABILITY, `node ${able.join(', ')}`)]
    },
  }
}
