import type { ShedReason } from '@bullring/server/limits/load-shedder'
import { createServiceMetrics, type ServiceMetrics } from '@bullring/server/metrics/service-metrics'

export type Metrics = ReturnType<typeof createMetrics>

export type MarketMetrics = ReturnType<Metrics['ofMarket']>

/** Newest indexed block; null before the first. */
type NewestBlock = () => { number: number; timestamp: number } | null

const LABELS = ['market'] as const

const SECONDS_WAIT = [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2]

const SHED_REASONS: readonly ShedReason[] = ['queue', 'wait', 'loop']

/** `rankings` are reads that add up the sums of every account. */
type ReadQueue = 'reads' | 'rankings'

const READ_QUEUES: readonly ReadQueue[] = ['reads', 'rankings']

/** Figures that are read when metrics are collected. */
type ReadLoad = { waiting: () => number; lateMs: () => number }

const SECONDS_SETTLE = [0, 1, 2, 3, 5, 10, 30, 60, 300, 3_600]

/** Creates the service's Prometheus metrics. Metrics of a market have its symbol as a label. */
export function createMetrics(nowMs: () => number) {
  const { gauge, counter, histogram, ...service } = createServiceMetrics()
  const indexBlock = gauge('index_block', 'Newest indexed block', LABELS)
  const indexLag = gauge(
    'index_lag_seconds',
    "Age of the newest indexed block by the server's clock",
    LABELS,
  )
  const indexLeader = gauge('index_leader', '1 while this process leads the index', LABELS)
  const replicaUsed = gauge(
    'replica_used',
    '1 while the API reads from the replica, 0 while that is late',
  )
  // A process without a replica has no value: 0 would raise the alert.
  replicaUsed.remove()
  const nodeLag = gauge('node_lag_blocks', 'Indexed blocks that the node lacks', LABELS)
  const reorgs = counter('reorgs_total', 'Reorgs undone', LABELS)
  const reorgBlocks = counter('reorg_blocks_total', 'Blocks undone by reorgs', LABELS)
  const mismatches = counter('index_mismatches_total', 'Audits that found bets missing', LABELS)
  const headSubscription = createHeadMetrics({ gauge, counter })
  const payouts = createPayoutMetrics({ gauge, counter })
  const backups = createBackupMetrics({ gauge })
  const webhooks = createWebhookMetrics({ gauge, counter })
  const rpcRequests = counter(
    'rpc_requests_total',
    'HTTP requests to the nodes, by place in RPC_URL',
    ['node', 'outcome'],
  )
  const nodeLeftOut = gauge('node_left_out', '1 while a node is left out', ['node'])
  const keeper = createKeeperMetrics({ gauge, histogram }, nowMs)
  const reads = createReadMetrics({ gauge, counter, histogram })
  const streamClients = gauge('stream_clients', 'Open live streams', LABELS)
  const streamsDropped = counter(
    'stream_clients_dropped_total',
    'Live streams ended because the client did not read',
    LABELS,
  )
  const steps = createStepMetrics({ gauge })
  const natsDisconnects = counter('nats_disconnects_total', 'Connections to NATS that broke')

  const heads = new Map<string, NewestBlock>()
  const streams = new Map<string, () => number>()
  const ofMarket = (market: string, newestBlock: NewestBlock) => {
    heads.set(market, newestBlock)
    // Without a first sample, `increase` would miss the first event.
    for (const events of [reorgs, reorgBlocks, mismatches, streamsDropped])
      events.inc({ market }, 0)
    return {
      reorg: (blocks: number) => {
        reorgs.inc({ market })
        reorgBlocks.inc({ market }, blocks)
      },
      indexLeader: (isLeading: boolean) => indexLeader.set({ market }, isLeading ? 1 : 0),
      nodeLag: (blocks: number) => nodeLag.set({ market }, blocks),
      mismatch: () => mismatches.inc({ market }),
      headSubscription: headSubscription(market),
      steps: steps(market),
      streamDropped: () => streamsDropped.inc({ market }),
      payouts: payouts(market),
      ...keeper(market),
    }
  }
  return {
    ...service,
    ofMarket,
    /** @param clients - Returns the number of open live streams. */
    watchStreams: (market: string, clients: () => number) => streams.set(market, clients),
    rpcRequest: (node: number, outcome: string) => rpcRequests.inc({ node: node + 1, outcome }),
    nodeLeftOut: (node: number, isLeftOut: boolean) =>
      nodeLeftOut.set({ node: node + 1 }, isLeftOut ? 1 : 0),
    natsDisconnected: () => natsDisconnects.inc(),
    reads,
    backups,
    webhooks,
    replicaUsed: (isUsed: boolean) => replicaUsed.set(isUsed ? 1 : 0),
    /** Returns all metrics in the Prometheus text format. */
    text: () => {
      reads.update()
      for (const [market, clients] of streams) streamClients.set({ market }, clients())
      for (const [market, newestBlock] of heads) {
        const block = newestBlock()
        if (block === null) continue
        indexBlock.set({ market }, block.number)
        indexLag.set({ market }, nowMs() / 1_000 - block.timestamp)
      }
      return service.text()
    },
  }
}

/** Creates the metrics of the reads that a process refuses or lets wait under load. */
function createReadMetrics({
  gauge,
  counter,
  histogram,
}: Pick<ServiceMetrics, 'gauge' | 'counter' | 'histogram'>) {
  const shed = counter('reads_shed_total', 'Uncached reads refused because of the load', [
    'queue',
    'reason',
  ])
  for (const queue of READ_QUEUES) for (const reason of SHED_REASONS) shed.inc({ queue, reason }, 0)
  const waiting = gauge('reads_waiting', 'Uncached reads that wait for their turn')
  const wait = histogram('read_wait_seconds', 'Time that uncached reads waited', {
    buckets: SECONDS_WAIT,
  })
  const loopLate = gauge('event_loop_late_seconds', 'How late the event loop runs its timers')
  let load: ReadLoad | null = null
  return {
    started: (waitedSeconds: number) => wait.observe(waitedSeconds),
    shed: (queue: ReadQueue, reason: ShedReason) => shed.inc({ queue, reason }),
    follow: (next: ReadLoad) => {
      load = next
    },
    update: () => {
      waiting.set(load?.waiting() ?? 0)
      loopLate.set((load?.lateMs() ?? 0) / 1_000)
    },
  }
}

/** Figures of the backups of the bundled database, without a value where there are none. */
function createBackupMetrics({ gauge }: Pick<ServiceMetrics, 'gauge'>) {
  const waitingSeconds = gauge(
    'backup_waiting_seconds',
    'Age of the oldest change of the databases that is not in BACKUP_DIR',
  )
  const waitingBytes = gauge('backup_waiting_bytes', 'Changes that wait for BACKUP_DIR')
  const age = gauge('backup_age_seconds', 'Age of the newest backup')
  for (const each of [waitingSeconds, waitingBytes, age]) each.remove()
  return (figures: { waitingSeconds: number; waitingBytes: number; ageSeconds: number | null }) => {
    waitingSeconds.set(figures.waitingSeconds)
    waitingBytes.set(figures.waitingBytes)
    if (figures.ageSeconds === null) age.remove()
    else age.set(figures.ageSeconds)
  }
}

/** Creates the metrics of events for webhooks. Each process that indexes counts all that wait. */
function createWebhookMetrics({ gauge, counter }: Pick<ServiceMetrics, 'gauge' | 'counter'>) {
  const attempts = counter('webhook_attempts_total', 'Attempts to send an event to a webhook', [
    'outcome',
  ])
  for (const outcome of ['delivered', 'failed']) attempts.inc({ outcome }, 0)
  const waiting = gauge('webhook_events_waiting', 'Events that a webhook has not accepted')
  const oldest = gauge('webhook_oldest_waiting_seconds', 'Age of the oldest of them')
  return {
    attempted: (isDelivered: boolean) =>
      attempts.inc({ outcome: isDelivered ? 'delivered' : 'failed' }),
    waiting: (found: { waiting: number; oldestSeconds: number }) => {
      waiting.set(found.waiting)
      oldest.set(found.oldestSeconds)
    },
  }
}

/** Creates the metrics of winnings that the keeper sends, for each market. */
function createPayoutMetrics({ gauge, counter }: Pick<ServiceMetrics, 'gauge' | 'counter'>) {
  const payouts = counter('payouts_total', 'Payments of winnings and refunds', [
    ...LABELS,
    'outcome',
  ])
  const waiting = gauge(
    'payouts_waiting',
    'Payments that wait for cheaper gas or the budget of the next day',
    LABELS,
  )
  return (market: string) => {
    for (const outcome of ['sent', 'refused']) payouts.inc({ market, outcome }, 0)
    return {
      paid: (sent: number, refused: number) => {
        payouts.inc({ market, outcome: 'sent' }, sent)
        payouts.inc({ market, outcome: 'refused' }, refused)
      },
      waiting: (count: number) => waiting.set({ market }, count),
    }
  }
}

/** Creates the metrics of live events that come through NATS, for each market. */
function createStepMetrics({ gauge }: Pick<ServiceMetrics, 'gauge'>) {
  const replacing = gauge(
    'stream_from_database',
    '1 while NATS is silent, and live events are read from the database',
    LABELS,
  )
  const waiting = gauge(
    'stream_waiting_steps',
    'Steps of live events that NATS has and this process has not received',
    LABELS,
  )
  return (market: string) => ({
    replacing: (isReplacing: boolean) => replacing.set({ market }, isReplacing ? 1 : 0),
    waiting: (steps: number) => waiting.set({ market }, steps),
  })
}

/** Creates the metrics of the subscription to announced blocks, for each market. */
function createHeadMetrics({ gauge, counter }: Pick<ServiceMetrics, 'gauge' | 'counter'>) {
  const live = gauge(
    'head_subscription_live',
    '1 while the index follows blocks that the node announces by WebSocket',
    LABELS,
  )
  const losses = counter('head_subscription_losses_total', 'Times the index went back to polling', [
    ...LABELS,
    'reason',
  ])
  return (market: string) => ({
    isLive: (isLive: boolean) => live.set({ market }, isLive ? 1 : 0),
    lost: (reason: string) => losses.inc({ market, reason }),
  })
}

/** Creates the metrics of the keeper, for each market. */
function createKeeperMetrics(
  { gauge, histogram }: Pick<ServiceMetrics, 'gauge' | 'histogram'>,
  nowMs: () => number,
) {
  const balance = gauge('keeper_balance_coins', "Balance of the keeper's account", LABELS)
  const gasPrice = gauge('keeper_gas_price_gwei', 'Gas price of the chain', LABELS)
  const waiting = gauge('keeper_waiting_strikes', 'Due strikes that are not settled', LABELS)
  const settledAt = gauge('keeper_settled_at_seconds', 'Time of the last settlement', LABELS)
  const alarms = gauge('keeper_alarm', '1 while the alarm is raised', [...LABELS, 'alarm'])
  const settleDelay = histogram(
    'keeper_settle_delay_seconds',
    "Chain time from the oracle's answer to the settled strike",
    { buckets: SECONDS_SETTLE, labelNames: LABELS },
  )
  return (market: string) => {
    settleDelay.zero({ market })
    return {
      keeperFunds: (coins: number, gasPriceGwei: number) => {
        balance.set({ market }, coins)
        gasPrice.set({ market }, gasPriceGwei)
      },
      keeperWaiting: (strikes: number) => waiting.set({ market }, strikes),
      keeperAlarm: (alarm: string, isOn: boolean) => alarms.set({ market, alarm }, isOn ? 1 : 0),
      settled: (delaySeconds: number) => {
        settleDelay.observe({ market }, delaySeconds)
        settledAt.set({ market }, nowMs() / 1_000)
      },
    }
  }
}
