import type { UnixSeconds } from '@bullring/prediction/units'
import type { Logger } from 'pino'
import type { WindowStarts } from '../market/windows.ts'
import type { StoredBlock } from './index-model.ts'
import type { LogReader } from './read/apply-log.ts'
import type { ChainSource } from './read/chain-source.ts'
import type { IndexStore } from './write/index-store.ts'

/** The newest block of the node when a step began. */
export type HeadReading = {
  /** True when the index ends at that block. */
  isHead: boolean
  newest: number
  readAtMs: number
}

export type SyncDeps = {
  chain: ChainSource
  store: IndexStore
  /** Reader of the market kind. */
  applyLog: LogReader
  /** First round of each window that ends at a block's time. */
  windowStarts: (blockTime: UnixSeconds) => Promise<WindowStarts>
  /** Restarts the index: the chain has other blocks in place of all of its blocks. */
  rebuild: () => Promise<void>
  /** Called when the index ends at `block`. */
  onBlock: (block: StoredBlock, at: HeadReading) => void
  /** Called after a reorg with the number of blocks it undid. */
  onReorg: (depth: number) => void
  /** Called after each step with the number of indexed blocks that the node lacks. */
  onNodeLag: (blocks: number) => void
  nowMs: () => number
  log: Logger
}
