import type { Probe } from '@bullring/server/metrics/readiness'
import { LastSeen } from '@bullring/server/metrics/readiness'
import type { HistoryMeter } from '../chain/history-progress.ts'
import { describeProgress } from '../chain/history-progress.ts'
import type { MarketMetrics } from './create-metrics.ts'

/** A node that has not responded for this long is down. Index and keeper call it several times a second. */
const CHAIN_TIMEOUT_MS = 15_000

/** Longer than a keeper waits for one transaction, all fee increases included. */
const KEEPER_TIMEOUT_MS = 60_000

/** The newest indexed block and whether it is recent. */
type Head = {
  readonly hasReached: boolean
  isFresh: (nowMs: number) => boolean
}

export type MarketHealth = ReturnType<typeof createMarketHealth>

type MarketHealthDeps = {
  head: Head
  history: Pick<HistoryMeter, 'progress'>
  metrics: MarketMetrics
  /** When a node has responded. */
  chainSeen: Pick<LastSeen, 'isWithin'>
  /** True while another process has the keeper's part. */
  isKeeperStandby?: () => boolean
}

/** Collects the metrics of a market and the results that readiness depends on. */
export function createMarketHealth({
  head,
  history,
  metrics,
  chainSeen,
  isKeeperStandby = () => false,
}: MarketHealthDeps) {
  const keeperSeen = new LastSeen()
  /** True until an audit finds otherwise: a process that has not audited yet is ready. */
  let isIndexRight = true
  let nodeLag = 0
  const chain: Probe = () => chainSeen.isWithin(CHAIN_TIMEOUT_MS, Date.now())
  const keeper: Probe = () => keeperSeen.isWithin(KEEPER_TIMEOUT_MS, Date.now())
  return {
    metrics,
    onNodeLag: (blocks: number) => {
      nodeLag = blocks
      metrics.nodeLag(blocks)
    },
    onAudit: (isRight: boolean) => {
      isIndexRight = isRight
      if (!isRight) metrics.mismatch()
    },
    /** Called at start and after each successful pass. */
    onKeeperPass: () => keeperSeen.mark(Date.now()),
    /** The probes of a keeper that runs alone. */
    keeperProbes: () => ({ chain, keeper }),
    /** Reason why the index is down; null when none is known. */
    indexReason: (): string | null => {
      if (nodeLag > 0) return `the node is ${nodeLag} blocks behind the index`
      const { progress } = history
      if (head.hasReached || progress === null) return null
      return `reading the market's history: ${describeProgress(progress)}`
    },
    /** One probe per component. */
    probes: {
      chain,
      index: () => head.isFresh(Date.now()),
      audit: () => isIndexRight,
      keeper: () => isKeeperStandby() || keeper(),
    } as Record<string, Probe>,
  }
}
