import { createServiceMetrics } from '@bullring/server/metrics/service-metrics'

export type Metrics = ReturnType<typeof createMetrics>

export type MetricsDeps = {
  /** Newest indexed block; null before the first. */
  newestBlock: () => { number: number; timestamp: number } | null
  nowMs: () => number
}

const SECONDS_SETTLE = [0, 1, 2, 3, 5, 10, 30, 60, 300, 3_600]

/** Creates the service's Prometheus metrics. */
export function createMetrics({ newestBlock, nowMs }: MetricsDeps) {
  const { gauge, counter, histogram, ...service } = createServiceMetrics()
  const indexBlock = gauge('index_block', 'Newest indexed block')
  const indexLag = gauge(
    'index_lag_seconds',
    "Age of the newest indexed block by the server's clock",
  )
  const nodeLag = gauge('node_lag_blocks', 'Indexed blocks that the node lacks')
  const reorgs = counter('reorgs_total', 'Reorgs undone')
  const reorgBlocks = counter('reorg_blocks_total', 'Blocks undone by reorgs')
  const mismatches = counter('index_mismatches_total', 'Audits that found bets missing')
  const rpcRequests = counter('rpc_requests_total', 'HTTP requests to the node', ['outcome'])
  const keeperBalance = gauge('keeper_balance_coins', "Balance of the keeper's account")
  const keeperAlarm = gauge('keeper_alarm', '1 while the alarm is raised', ['alarm'])
  const settleDelay = histogram(
    'keeper_settle_delay_seconds',
    "Chain time from the oracle's answer to the settled strike",
    { buckets: SECONDS_SETTLE },
  )

  return {
    ...service,
    reorg: (blocks: number) => {
      reorgs.inc()
      reorgBlocks.inc(blocks)
    },
    nodeLag: (blocks: number) => nodeLag.set(blocks),
    mismatch: () => mismatches.inc(),
    rpcRequest: (outcome: string) => rpcRequests.inc({ outcome }),
    keeperBalance: (coins: number) => keeperBalance.set(coins),
    keeperAlarm: (alarm: string, isOn: boolean) => keeperAlarm.set({ alarm }, isOn ? 1 : 0),
    settled: (delaySeconds: number) => settleDelay.observe(delaySeconds),
    /** Returns all metrics in the Prometheus text format. */
    text: () => {
      const block = newestBlock()
      if (block !== null) {
        indexBlock.set(block.number)
        indexLag.set(nowMs() / 1_000 - block.timestamp)
      }
      return service.text()
    },
  }
}
