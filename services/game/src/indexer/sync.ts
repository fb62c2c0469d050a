import { findAncestor } from '@bullring/server/chain/find-ancestor'
import type { Logger } from 'pino'
import type { OracleRound } from '../chain/oracle-reader.ts'
import type { LogReader, MarketLog } from './apply-log.ts'
import { noRows } from './apply-log.ts'
import type { Block, ChainSource } from './chain-source.ts'
import { ChainMovedError } from './errors.ts'
import type { IndexStep, StoredBlock } from './index-model.ts'
import type { IndexStore } from './index-store.ts'
import type { StepPlan } from './plan-step.ts'
import { nextRangeSize, planStep, smallerRange } from './plan-step.ts'
import { readOracleRounds } from './read-oracle-rounds.ts'

export type SyncDeps = {
  chain: ChainSource
  store: IndexStore
  /** Reader of the market kind. */
  applyLog: LogReader
  /** Restarts the index, because none of its blocks is on the chain any more. */
  rebuild: () => Promise<void>
  /** Called when the index ends at `block`, which the node returned at `readAtMs`. */
  onBlock: (block: StoredBlock, at: { isHead: boolean; readAtMs: number }) => void
  /** Called after a reorg with the number of blocks it undid. */
  onReorg: (depth: number) => void
  nowMs: () => number
  log: Logger
}

/** State carried from one step to the next. */
export type SyncMemory = { rangeSize: number; behindSinceMs: number | null }

/**
 * A newest block older than the index's usually means that a lagging node responded. The chain counts
 * as shorter only when this lasts.
 */
export const LAG_GRACE_MS = 3_000

type Reading = Pick<IndexStep, 'blocks' | 'oracleRounds'> & {
  logs: readonly MarketLog[]
}

/**
 * Moves the index one step towards the chain's newest block.
 *
 * @returns True when there is more to do at once.
 */
export async function syncStep(deps: SyncDeps, memory: SyncMemory): Promise<boolean> {
  const readAtMs = deps.nowMs()
  const newest = await deps.chain.newestBlock()
  const [head] = await deps.store.newestBlocks(1)
  const ancestor = head && (await locateAncestor(deps, head, newest))
  if (!head || !ancestor) {
    deps.log.warn({ block: newest.number }, 'no common ancestor, rebuilding index')
    await deps.rebuild()
    return true
  }
  if (isWaitingForLag(memory, { head, ancestor, newest }, readAtMs)) return false

  const plan = planStep(ancestor, newest, memory.rangeSize)
  if (plan.kind === 'at-head' && ancestor.hash === head.hash) {
    deps.onBlock(head, { isHead: true, readAtMs })
    return false
  }
  const reading = await read(deps, memory, plan, { ancestor, newest })
  const rows = noRows()
  for (const log of reading.logs) deps.applyLog(rows, log)
  const { blocks, oracleRounds } = reading
  await deps.store.apply({ from: head, ancestor: ancestor.number, blocks, rows, oracleRounds })
  if (ancestor.number < head.number) {
    const reorgDepth = head.number - ancestor.number
    deps.log.info({ block: ancestor.number, reorgDepth }, 'reorg undone')
    deps.onReorg(reorgDepth)
  }
  const isHead = plan.kind !== 'range'
  deps.onBlock(blocks.at(-1) ?? ancestor, { isHead, readAtMs })
  return !isHead
}

function locateAncestor(
  { chain, store }: SyncDeps,
  head: StoredBlock,
  newest: Block,
): StoredBlock | Promise<StoredBlock | null> {
  if (newest.hash === head.hash || newest.parentHash === head.hash) return head
  return store.newestBlocks().then((stored) => findAncestor(stored, chain.blockAt))
}

function isWaitingForLag(
  memory: SyncMemory,
  { head, ancestor, newest }: { head: StoredBlock; ancestor: StoredBlock; newest: Block },
  nowMs: number,
): boolean {
  if (ancestor.hash === head.hash || ancestor.hash !== newest.hash) {
    memory.behindSinceMs = null
    return false
  }
  memory.behindSinceMs ??= nowMs
  return nowMs - memory.behindSinceMs < LAG_GRACE_MS
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
        logs: [],
        oracleRounds: await newOracleRounds(deps, ancestor, newest),
      }
    case 'range':
      return readRange(deps.chain, memory, plan, ancestor)
    case 'follow':
      return readBlocks(deps, ancestor, newest)
  }
}

/**
 * Reads many old blocks. The logs of a range do not prove that they are on one chain, so its two ends
 * are read again afterwards. Only the last block is stored: no reorg reaches so deep.
 */
async function readRange(
  chain: ChainSource,
  memory: SyncMemory,
  { from, to }: { from: number; to: number },
  ancestor: StoredBlock,
): Promise<Reading> {
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
    return { blocks: [last], logs, oracleRounds: [] }
  } catch (error) {
    memory.rangeSize = smallerRange(memory.rangeSize)
    throw error
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
  return { blocks, logs: logs.flat(), oracleRounds }
}

async function newOracleRounds(
  { chain, store }: SyncDeps,
  ancestor: StoredBlock,
  newest: Block,
): Promise<OracleRound[]> {
  const knownId = await store.newestOracleRound(ancestor.number)
  return readOracleRounds(chain.oracleAt(newest), knownId)
}
