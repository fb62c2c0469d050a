import type { OracleRound } from '@bullring/prediction/oracle-round'
import type { UnixSeconds } from '@bullring/prediction/units'
import { toAddress } from '@bullring/server/db/bytes'
import type { Logger } from 'pino'
import type { WindowStarts } from '../market/windows.ts'
import type { LogReader, MarketLog, MarketRows } from './apply-log.ts'
import { noRows } from './apply-log.ts'
import type { Block, ChainSource } from './chain-source.ts'
import type { Comparison } from './compare-with-chain.ts'
import { compareWithChain } from './compare-with-chain.ts'
import { ChainMovedError } from './errors.ts'
import type { IndexStep, StoredBlock } from './index-model.ts'
import type { IndexStore } from './index-store.ts'
import { isRangeRefused } from './is-range-refused.ts'
import type { StepPlan } from './plan-step.ts'
import { INITIAL_RANGE, nextRangeSize, planStep, smallerRange } from './plan-step.ts'
import { readOracleRounds } from './read-oracle-rounds.ts'

/** What the node returned as its newest block when a step began. */
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

/** State carried from one step to the next. */
export type SyncMemory = {
  rangeSize: number
  /** Since when the node lacks indexed blocks; null while it has them all. */
  lag: { sinceMs: number; isReported: boolean } | null
  /** Consecutive steps in which the node contradicted every indexed block. */
  contradictions: number
}

/** Behind one URL there may be several nodes: short differences between them are not reported. */
export const LAG_GRACE_MS = 3_000

/** A single wrong response must not cost the index: it is dropped after this many. */
const CONTRADICTIONS_BEFORE_REBUILD = 3

/** Returns the memory of an index that has not taken a step. */
export function newSyncMemory(): SyncMemory {
  return { rangeSize: INITIAL_RANGE, lag: null, contradictions: 0 }
}

type BlockRange = { from: number; to: number }

type Reading = Pick<IndexStep, 'blocks' | 'rows' | 'oracleRounds'>

/**
 * Moves the index one step towards the chain's newest block. Waits while the node lacks indexed blocks:
 * only a block with another hash at the same height undoes one.
 *
 * @returns True when there is more to do at once.
 */
export async function syncStep(deps: SyncDeps, memory: SyncMemory): Promise<boolean> {
  const readAtMs = deps.nowMs()
  const newest = await deps.chain.newestBlock()
  const [head] = await deps.store.newestBlocks(1)
  const comparison = head ? await compare(deps, head, newest) : { kind: 'other-chain' as const }
  recordLag(deps, memory, {
    lagBlocks: comparison.kind === 'behind' ? lagOf(head, newest) : 0,
    nowMs: readAtMs,
  })
  if (comparison.kind === 'behind') return false
  if (!head || comparison.kind === 'other-chain') return rebuild(deps, memory, newest)
  memory.contradictions = 0
  return advance(deps, memory, { head, ancestor: comparison.block, newest, readAtMs })
}

type Step = { head: StoredBlock; ancestor: StoredBlock; newest: Block; readAtMs: number }

async function advance(deps: SyncDeps, memory: SyncMemory, step: Step): Promise<boolean> {
  const { head, ancestor, newest, readAtMs } = step
  const plan = planStep(ancestor, newest, memory.rangeSize)
  if (plan.kind === 'at-head' && ancestor.hash === head.hash) {
    deps.onBlock(head, { isHead: true, newest: newest.number, readAtMs })
    return false
  }
  const reading = await read(deps, memory, plan, { ancestor, newest })
  const isHead = plan.kind !== 'range'
  // Far behind the head, rounds would enter a window only to leave it again.
  const windowStarts = isHead ? await deps.windowStarts(newest.timestamp) : {}
  await deps.store.apply({ from: head, ancestor: ancestor.number, windowStarts, ...reading })
  if (ancestor.number < head.number) {
    const reorgDepth = head.number - ancestor.number
    deps.log.info({ block: ancestor.number, reorgDepth }, 'reorg undone')
    deps.onReorg(reorgDepth)
  }
  deps.onBlock(reading.blocks.at(-1) ?? ancestor, { isHead, newest: newest.number, readAtMs })
  return !isHead
}

async function compare(
  { chain, store }: SyncDeps,
  head: StoredBlock,
  newest: Block,
): Promise<Comparison> {
  if (newest.hash === head.hash || newest.parentHash === head.hash) {
    return { kind: 'ancestor', block: head }
  }
  const comparison = await compareWithChain(await store.newestBlocks(), chain.blockAt)
  // A chain that was recreated may still be shorter than all of the kept blocks.
  if (comparison.kind !== 'behind') return comparison
  const [identity, genesis] = await Promise.all([store.identity(), chain.blockAt(0)])
  const isOther = genesis !== null && genesis.hash !== identity?.genesisHash
  return isOther ? { kind: 'other-chain' } : comparison
}

/** At least 1: behind one URL, the node that lacks blocks may not be the one that returned the newest. */
function lagOf(head: StoredBlock | undefined, newest: Block): number {
  return Math.max((head?.number ?? 0) - newest.number, 1)
}

function recordLag(
  { log, onNodeLag }: SyncDeps,
  memory: SyncMemory,
  { lagBlocks, nowMs }: { lagBlocks: number; nowMs: number },
): void {
  onNodeLag(lagBlocks)
  if (lagBlocks === 0) {
    if (memory.lag?.isReported) log.info('node has caught up with the index')
    memory.lag = null
    return
  }
  memory.lag ??= { sinceMs: nowMs, isReported: false }
  if (memory.lag.isReported || nowMs - memory.lag.sinceMs < LAG_GRACE_MS) return
  memory.lag.isReported = true
  log.warn({ lagBlocks }, 'node is behind the index, waiting')
}

async function rebuild(deps: SyncDeps, memory: SyncMemory, newest: Block): Promise<true> {
  memory.contradictions += 1
  if (memory.contradictions < CONTRADICTIONS_BEFORE_REBUILD) return true
  deps.log.warn({ block: newest.number }, 'no common ancestor, rebuilding index')
  await deps.rebuild()
  memory.contradictions = 0
  return true
}

async function read(
  deps: SyncDeps,
  memory: SyncMemory,
  plan: StepPlan,
  { ancestor, newest }: { ancestor: StoredBlock; newest: Block },
): Promise<Reading> {
  switch (plan.kind) {
    case 'at-head':
      return {
        blocks: [],
        rows: noRows(),
        oracleRounds: await newOracleRounds(deps, ancestor, newest),
      }
    case 'range':
      return readRange(deps, memory, plan, ancestor)
    case 'follow':
      return readBlocks(deps, ancestor, newest)
  }
}

/**
 * Reads many old blocks. The logs of a range do not prove that they are on one chain, so its two ends
 * are read again afterwards. Only the last block is stored: no reorg reaches so deep.
 */
async function readRange(
  deps: Pick<SyncDeps, 'chain' | 'applyLog' | 'log'>,
  memory: SyncMemory,
  { from, to }: BlockRange,
  ancestor: StoredBlock,
): Promise<Reading> {
  const { chain, applyLog, log } = deps
  try {
    const last = await chain.blockAt(to)
    const logs = await chain.logsInRange(from, to)
    const [lastAgain, ancestorAgain] = await Promise.all([
      chain.blockAt(to),
      chain.blockAt(ancestor.number),
    ])
    const hasMoved = lastAgain?.hash !== last?.hash || ancestorAgain?.hash !== ancestor.hash
    if (last === null || hasMoved) throw new ChainMovedError()
    memory.rangeSize = nextRangeSize(memory.rangeSize, logs.length)
    return { blocks: [last], rows: rowsOf(logs, applyLog), oracleRounds: [] }
  } catch (error) {
    memory.rangeSize = smallerRange(to - from + 1)
    if (from === to || !isRangeRefused(error)) throw error
    log.debug({ block: from, rangeSize: memory.rangeSize }, 'range of logs refused, halving it')
    const half = { from, to: from + memory.rangeSize - 1 }
    return readRange(deps, memory, half, ancestor)
  }
}

/** Reads new blocks one by one, their logs by block hash, and checks that they form a chain. */
async function readBlocks(deps: SyncDeps, ancestor: StoredBlock, newest: Block): Promise<Reading> {
  const { chain } = deps
  const numbers = Array.from(
    { length: newest.number - ancestor.number - 1 },
    (_, index) => ancestor.number + 1 + index,
  )
  const older = await Promise.all(numbers.map(chain.blockAt))
  const blocks: Block[] = []
  let parentHash = ancestor.hash
  for (const block of [...older, newest]) {
    if (block?.parentHash !== parentHash) throw new ChainMovedError()
    blocks.push(block)
    parentHash = block.hash
  }
  const [logs, oracleRounds] = await Promise.all([
    Promise.all(blocks.map(chain.logsOfBlock)),
    newOracleRounds(deps, ancestor, newest),
  ])
  const rows = rowsOf(logs.flat(), deps.applyLog)
  const change = rows.oracleChanges.at(-1)
  if (change === undefined) return { blocks, rows, oracleRounds }
  const newFeed = chain.oracleAt(newest, toAddress(change.oracle))
  return { blocks, rows, oracleRounds: await readOracleRounds(newFeed, null) }
}

function rowsOf(logs: readonly MarketLog[], applyLog: LogReader): MarketRows {
  const rows = noRows()
  for (const log of logs) applyLog(rows, log)
  return rows
}

async function newOracleRounds(
  { chain, store }: SyncDeps,
  ancestor: StoredBlock,
  newest: Block,
): Promise<OracleRound[]> {
  const [knownId, feed] = await Promise.all([
    store.newestOracleRound(ancestor.number),
    store.feedAt(ancestor.number),
  ])
  return readOracleRounds(chain.oracleAt(newest, feed), knownId)
}
