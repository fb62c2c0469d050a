import { findAncestor } from '@bullring/server/chain/find-ancestor'
import type { Logger } from 'pino'
import type { OracleRound } from '../chain/oracle-reader.ts'
import type { LogReader, MarketLog } from './apply-log.ts'
import { noRows } from './apply-log.ts'
import type { Block, ChainSource } from './chain-source.ts'
import { ChainMovedError } from './errors.ts'
import type { IndexStore, StoredBlock } from './index-store.ts'
import type { StepPlan } from './plan-step.ts'
import { nextRangeSize, planStep, smallerRange } from './plan-step.ts'
import { readOracleRounds } from './read-oracle-rounds.ts'

export type SyncDeps = {
  chain: ChainSource
  store: IndexStore
  /** What logs say depends on the kind of market. */
  applyLog: LogReader
  /** Begins the index anew, because no block of it is on the chain any more. */
  rebuild: () => Promise<void>
  /** The index now ends at `block`, which the node had when it was asked at `askedAtMs`. */
  onBlock: (block: StoredBlock, at: { isHead: boolean; askedAtMs: number }) => void
  /** So many blocks were taken back. */
  onReorg: (blocks: number) => void
  nowMs: () => number
  log: Logger
}

/** What one step leaves for the next. */
export type SyncMemory = { rangeSize: number; behindSinceMs: number | null }

/**
 * A node that names an older block we know is usually one of several that lags. Only when it insists
 * is the chain really shorter.
 */
export const LAG_GRACE_MS = 3_000

type Reading = Pick<Parameters<IndexStore['apply']>[0], 'blocks' | 'oracleRounds'> & {
  logs: readonly MarketLog[]
}

/**
 * Moves the index one step towards the chain's newest block.
 *
 * @returns True when there is more to do at once.
 */
export async function syncStep(deps: SyncDeps, memory: SyncMemory): Promise<boolean> {
  const askedAtMs = deps.nowMs()
  const newest = await deps.chain.newestBlock()
  const [head] = await deps.store.newestBlocks(1)
  const ancestor = head && (await locateAncestor(deps, head, newest))
  if (!head || !ancestor) {
    deps.log.warn('the chain shares no block with the index: rebuilding it')
    await deps.rebuild()
    return true
  }
  if (isWaitingForLag(memory, { head, ancestor, newest }, askedAtMs)) return false

  const plan = planStep(ancestor, newest, memory.rangeSize)
  if (plan.kind === 'at-head' && ancestor.hash === head.hash) {
    deps.onBlock(head, { isHead: true, askedAtMs })
    return false
  }
  const reading = await read(deps, memory, plan, { ancestor, newest })
  const rows = noRows()
  for (const log of reading.logs) deps.applyLog(rows, log)
  const { blocks, oracleRounds } = reading
  await deps.store.apply({ from: head, ancestor: ancestor.number, blocks, rows, oracleRounds })
  if (ancestor.number < head.number) {
    const undone = head.number - ancestor.number
    deps.log.info({ blocks: undone }, 'reorg undone')
    deps.onReorg(undone)
  }
  const isHead = plan.kind !== 'range'
  deps.onBlock(blocks.at(-1) ?? ancestor, { isHead, askedAtMs })
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
 * Reads many old blocks. Logs of a range carry no proof of being on one chain, so its two ends are
 * looked at again afterwards. Of the blocks only the last is kept: a reorg does not reach so deep.
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

/** Reads young blocks one by one, each log by its block's hash, and checks that they form a chain. */
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
