import type { Logger } from 'pino'
import { describeProgress, type HistoryMeter } from '../../chain/history-progress.ts'
import type { IndexHead } from '../../indexer/index-head.ts'
import type { HeadReading } from '../../indexer/sync-deps.ts'

const REPORT_MS = 10_000

type HistoryReport = {
  /** Called with the index's newest block after each step. */
  onBlock: (block: { number: number }, reading: HeadReading) => void
  /** Called with the number of indexed blocks that the node lacks. */
  onNodeLag: (blocks: number) => void
}

type HistoryDeps = {
  head: Pick<IndexHead, 'hasReached'>
  history: HistoryMeter
  log: Logger
  /** Tells the parent process that the first read of the chain advances. */
  onProgress: (text: string) => void
}

/** Reports the first read of the chain, which may take hours, to log and parent process. */
export function createHistoryReport(
  { head, history, log, onProgress }: HistoryDeps,
  nowMs: () => number = Date.now,
): HistoryReport {
  let reportedAtMs = nowMs()
  const isDue = () => {
    if (head.hasReached || nowMs() - reportedAtMs < REPORT_MS) return false
    reportedAtMs = nowMs()
    return true
  }
  return {
    onBlock: ({ number: block }, { newest, readAtMs }) => {
      history.move(block, newest, readAtMs)
      const { progress } = history
      if (progress === null || !isDue()) return
      log.info({ block, newestBlock: newest, ...progress }, 'reading history')
      onProgress(describeProgress(progress))
    },
    onNodeLag: (blocks) => {
      if (blocks > 0 && isDue()) onProgress(`the node is ${blocks} blocks behind the index`)
    },
  }
}
