import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

export type MetricsPorts = {
  /** Newest indexed block; null before the first. */
  newestBlock: () => { number: number; timestamp: number } | null
  nowMs: () => number
}

const SECONDS_FAST = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const SECONDS_SETTLE = [0, 1, 2, 3, 5, 10, 30, 60, 300, 3_600]

/** What a monitoring system may ask, of this process alone: several services share no registry. */
export function createMetrics({ newestBlock, nowMs }: MetricsPorts) {
  const registry = new Registry()
  const registers = [registry]
  const gauge = <label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly label[] = [],
  ) => new Gauge({ name: `bullring_${name}`, help, labelNames, registers })
  const counter = <label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly label[] = [],
  ) => new Counter({ name: `bullring_${name}`, help, labelNames, registers })

  const indexBlock = gauge('index_block', 'Newest indexed block')
  const indexLag = gauge('index_lag_seconds', 'Age of the newest indexed block by our clock')
  const reorgs = counter('reorgs_total', 'Reorgs undone')
  const reorgBlocks = counter('reorg_blocks_total', 'Blocks taken back by reorgs')
  const rpcRequests = counter('rpc_requests_total', 'HTTP requests to the node', ['outcome'])
  const componentUp = gauge('component_up', '1 while the part works, see /readyz', ['component'])
  const keeperBalance = gauge('keeper_balance_coins', "Balance of the keeper's account")
  const keeperAlarm = gauge('keeper_alarm', '1 while the alarm rings', ['alarm'])
  const settleDelay = new Histogram({
    name: 'bullring_keeper_settle_delay_seconds',
    help: "Chain time from the oracle's answer to the settled strike",
    buckets: SECONDS_SETTLE,
    registers,
  })
  const httpDuration = new Histogram({
    name: 'bullring_http_request_duration_seconds',
    help: 'Time to the head of the answer',
    labelNames: ['route', 'method', 'status'],
    buckets: SECONDS_FAST,
    registers,
  })

  return {
    reorg: (blocks: number) => {
      reorgs.inc()
      reorgBlocks.inc(blocks)
    },
    rpcRequest: (outcome: string) => rpcRequests.inc({ outcome }),
    component: (component: string, isUp: boolean) => componentUp.set({ component }, isUp ? 1 : 0),
    keeperBalance: (coins: number) => keeperBalance.set(coins),
    keeperAlarm: (alarm: string, isOn: boolean) => keeperAlarm.set({ alarm }, isOn ? 1 : 0),
    settled: (delaySeconds: number) => settleDelay.observe(delaySeconds),
    httpRequest: (labels: { route: string; method: string; status: number }, seconds: number) =>
      httpDuration.observe(labels, seconds),
    contentType: registry.contentType,
    /** Everything in Prometheus' text format. */
    text: () => {
      const block = newestBlock()
      if (block !== null) {
        indexBlock.set(block.number)
        indexLag.set(nowMs() / 1_000 - block.timestamp)
      }
      return registry.metrics()
    },
  }
}
