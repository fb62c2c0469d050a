import type { Series } from './parse-metrics.ts'
import { hasLabels, seriesOf } from './parse-metrics.ts'

/** Metrics of one service at one time. */
export type Scrape =
  | { name: string; state: 'up'; series: readonly Series[] }
  | { name: string; state: 'silent' | 'refused' }

/** A sum that grows until its process restarts. */
type Counter = {
  /** Pattern of the metric's name. */
  metric: RegExp
  labels: Readonly<Record<string, string | RegExp>>
  /** Pattern of a metric that only services with this counter have: without one, it is unknown rather than 0. */
  beside: RegExp
}

const REQUESTS = /^bullring_http_request_duration_seconds_count$/
const MAILS = /^bullring_(?:custody|vault)_mails_total$/
const CODES = /^bullring_vault_codes_entered_total$/
const COST = /^bullring_bundler_cost_bnb_total$/
const MISMATCHES = /^bullring_index_mismatches_total$/
const REORG_BLOCKS = /^bullring_reorg_blocks_total$/

const COUNTERS = {
  errors: { metric: REQUESTS, labels: { status: /^5/ }, beside: REQUESTS },
  mails_sent: { metric: MAILS, labels: { outcome: 'sent' }, beside: MAILS },
  mails_failed: { metric: MAILS, labels: { outcome: /^(?:failed|used-up)$/ }, beside: MAILS },
  codes_entered: { metric: CODES, labels: { outcome: 'right' }, beside: CODES },
  sessions_opened: {
    metric: REQUESTS,
    labels: { route: '/core/session/open', status: /^2/ },
    beside: /^bullring_custody_/,
  },
  relayer_cost: { metric: COST, labels: {}, beside: COST },
  mismatches: { metric: MISMATCHES, labels: {}, beside: MISMATCHES },
  reorg_blocks: { metric: REORG_BLOCKS, labels: {}, beside: REORG_BLOCKS },
} as const satisfies Record<string, Counter>

export type CounterName = keyof typeof COUNTERS

const NAMES = Object.keys(COUNTERS) as CounterName[]

/** Counters of a service by name: those of {@link COUNTERS}, of each bucket and of each node. */
type Counts = Readonly<Record<string, number>>

/** Counts of all services at one time. */
export type Sample = {
  atS: number
  /** Of the services that responded, by name. */
  counts: ReadonlyMap<string, Counts>
  /** Alerts whose condition held. */
  conditions: ReadonlySet<string>
}

/** Returns the counters of a service. */
export function countsOf(series: readonly Series[]): Counts {
  const counts: Record<string, number> = {}
  for (const name of NAMES) {
    const { metric, labels, beside } = COUNTERS[name]
    if (!series.some((one) => beside.test(one.name))) continue
    counts[name] = series
      .filter((one) => metric.test(one.name) && hasLabels(one, labels))
      .reduce((total, { value }) => total + value, 0)
  }
  const add = (key: string, value: number) => {
    counts[key] = (counts[key] ?? 0) + value
  }
  for (const { labels, value } of seriesOf(series, 'http_request_duration_seconds_bucket'))
    add(bucketKey(labels['le'] ?? ''), value)
  for (const { labels, value } of seriesOf(series, 'rpc_requests_total'))
    add(nodeKey(Number(labels['node']), labels['outcome'] ?? ''), value)
  return counts
}

/** @param le - Upper bound in seconds, as the metrics write it. */
export function bucketKey(le: string): string {
  return `le ${le}`
}

/** @param node - Place in `RPC_URL`, from 1. */
export function nodeKey(node: number, outcome: string): string {
  return `node ${node} ${outcome}`
}
