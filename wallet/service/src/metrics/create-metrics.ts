import type { RpcOutcome } from '@bullring/server/chain/bounded-fetch'
import { createServiceMetrics } from '@bullring/server/metrics/service-metrics'

export type Metrics = ReturnType<typeof createMetrics>

/** Creates the metrics of the wallet service. */
export function createMetrics() {
  const { gauge, counter, histogram: _, ...service } = createServiceMetrics()
  const historyBlock = gauge('wallet_history_block', 'Newest block of the index of transfers')
  const rpcCalls = counter('wallet_rpc_calls_total', 'JSON-RPC calls of visitors')
  const upstreamRequests = counter(
    'wallet_upstream_requests_total',
    'HTTP requests to nodes, which are numbered as in the configuration',
    ['chain', 'node', 'outcome'],
  )
  const nameRegistrations = counter(
    'wallet_name_registrations_total',
    'Attempts to register a name or change its attributes',
    ['outcome'],
  )
  const imageLoads = counter('wallet_image_loads_total', 'Pictures loaded from other servers', [
    'outcome',
  ])
  const swapSteps = counter(
    'wallet_swap_steps_total',
    'Quotes and transactions of swaps; refused ones were the request’s fault',
    ['step', 'outcome'],
  )
  return {
    ...service,
    historyBlock: (number: number) => historyBlock.set(number),
    rpcCalls: (calls: number) => rpcCalls.inc(calls),
    nameRegistration: (outcome: 'registered' | 'refused') => nameRegistrations.inc({ outcome }),
    swapStep: (step: 'quote' | 'transaction', outcome: 'built' | 'refused' | 'failed') =>
      swapSteps.inc({ step, outcome }),
    imageLoad: (outcome: 'shown' | 'refused' | 'busy') => imageLoads.inc({ outcome }),
    upstreamRequest: (chain: number | string, node: number, outcome: RpcOutcome) =>
      upstreamRequests.inc({ chain, node, outcome }),
  }
}
