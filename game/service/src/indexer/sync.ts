import type { WindowStarts } from '../market/windows.ts'
import type { BackfillOptions } from './backfill.ts'
import { backfill } from './backfill.ts'
import type { Comparison } from './follow/compare-with-chain.ts'
import { compareWithChain } from './follow/compare-with-chain.ts'
import { planStep } from './follow/plan-step.ts'
import type { OraclePosition } from './follow/read-step.ts'
import { readStep } from './follow/read-step.ts'
import type { StoredBlock } from './index-model.ts'
import type { Block } from './read/chain-source.ts'
import { RangePace } from './read/range-pace.ts'
import type { BlockRange } from './read/read-range.ts'
import type { SyncDeps } from './sync-deps.ts'

/** State carried from one step to the next. */
export type SyncMemory = {
  pace: RangePace
  /** Since when the node lacks indexed blocks; null while it has them all. */
  lag: { sinceMs: number; isReported: boolean } | null
  /** Consecutive steps in which the node contradicted every indexed block. */
  contradictions: number
  /** End of the index; null while it is unknown. */
  tip: Tip | null
}

/** The end of the index, as this process has written or read it. */
export type Tip = {
  head: StoredBlock
  /** Null while it is unknown. */
  oracle: OraclePosition | null
  /** Starts of the windows, once these have moved as far as they should. */
  windowStarts: WindowStarts
}

/** Behind one URL there may be several nodes: short differences between them are not reported. */
export const LAG_GRACE_MS = 3_000

/** A single wrong response must not cost the index: it is dropped after this many. */
const CONTRADICTIONS_BEFORE_REBUILD = 3

/** Returns the memory of an index that has not taken a step. */
export function newSyncMemory(pace = new RangePace()): SyncMemory {
  return { pace, lag: null, contradictions: 0, tip: null }
}

/**
 * Moves the index one step towards the chain's newest block. Waits while the node lacks indexed blocks:
 * only a block with another hash at the same height undoes one.
 *
 * @param signal - Ends a backfill after the range that is being written.
 * @returns True when there is more to do at once.
 */
export async function syncStep(
  deps: SyncDeps,
  memory: SyncMemory,
  signal: AbortSignal,
): Promise<boolean> {
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
  return advance(deps, memory, { head, ancestor: comparison.block, newest, readAtMs, signal })
}

type Step = {
  head: StoredBlock
  ancestor: StoredBlock
  newest: Block
  readAtMs: number
  signal: AbortSignal
}

async function advance(deps: SyncDeps, memory: SyncMemory, step: Step): Promise<boolean> {
  const { head, ancestor, newest, readAtMs } = step
  const plan = planStep(ancestor, newest)
  if (plan.kind === 'at-head' && ancestor.hash === head.hash) {
    if (memory.tip?.head.hash !== head.hash) memory.tip = { head, oracle: null, windowStarts: {} }
    deps.onBlock(head, { isHead: true, newest: newest.number, readAtMs })
    return false
  }
  if (plan.kind === 'range') {
    await readHistory(deps, memory, step, plan)
    return true
  }
  const reading = await readStep(deps, plan, { ancestor, newest })
  const windowStarts = await deps.windowStarts(newest.timestamp)
  memory.tip = null
  const applied = { from: head, ancestor: ancestor.number, windowStarts, ...reading }
  const moved = await deps.store.apply(applied)
  const tip = {
    head: reading.blocks.at(-1) ?? ancestor,
    oracle: reading.oracle,
    windowStarts: moved,
  }
  memory.tip = tip
  reportReorg(deps, { head, ancestor })
  deps.onBlock(tip.head, { isHead: true, newest: newest.number, readAtMs })
  return false
}

/** Far behind the head, rounds would enter a window only to leave it again: windows do not move. */
async function readHistory(
  deps: SyncDeps,
  memory: SyncMemory,
  { head, ancestor, newest, signal }: Step,
  range: BlockRange,
): Promise<void> {
  memory.tip = null
  const onWritten: BackfillOptions['onWritten'] = (ends, last) => {
    memory.tip = { head: last, oracle: null, windowStarts: {} }
    reportReorg(deps, ends)
  }
  await backfill(deps, memory.pace, { head, ancestor, range, newest }, { onWritten, signal })
}

function reportReorg(
  { log, onReorg }: SyncDeps,
  { head, ancestor }: Pick<Step, 'head' | 'ancestor'>,
): void {
  if (ancestor.number >= head.number) return
  const reorgDepth = head.number - ancestor.number
  log.info({ block: ancestor.number, reorgDepth }, 'reorg undone')
  onReorg(reorgDepth)
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
  memory.tip = null
  await deps.rebuild()
  memory.contradictions = 0
  return true
}
