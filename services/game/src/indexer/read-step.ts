import { toAddress } from '@bullring/server/db/bytes'
import type { Logger } from 'pino'
import type { Address } from 'viem'
import type { LogReader, MarketLog, MarketRows } from './apply-log.ts'
import { noRows } from './apply-log.ts'
import type { Block, ChainSource } from './chain-source.ts'
import { ChainMovedError } from './errors.ts'
import type { IndexStep, StoredBlock } from './index-model.ts'
import type { IndexStore } from './index-store.ts'
import { isRangeRefused } from './is-range-refused.ts'
import type { StepPlan } from './plan-step.ts'
import { nextRangeSize, smallerRange } from './plan-step.ts'
import { readOracleRounds } from './read-oracle-rounds.ts'

/** What the index knows of the oracle after a block. */
export type OraclePosition = {
  /** Address of the price feed; null for the market's only one. */
  feed: Address | null
  /** Id of the newest oracle round; null for none. */
  knownId: bigint | null
}

export type Reading = Pick<IndexStep, 'blocks' | 'rows' | 'oracleRounds'> & {
  /** Null after old blocks, for which the oracle is not read. */
  oracle: OraclePosition | null
}

type ReadDeps = {
  chain: ChainSource
  store: Pick<IndexStore, 'newestOracleRound' | 'feedAt'>
  applyLog: LogReader
  log: Logger
}

type RangeMemory = { rangeSize: number }

type BlockRange = { from: number; to: number }

/** Reads what a step adds to the index. */
export async function readStep(
  deps: ReadDeps,
  memory: RangeMemory,
  plan: StepPlan,
  { ancestor, newest }: { ancestor: StoredBlock; newest: Block },
): Promise<Reading> {
  switch (plan.kind) {
    case 'at-head':
      return {
        blocks: [],
        rows: noRows(),
        ...(await newOracleRounds(deps, newest, oracleAt(deps, ancestor))),
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
  deps: ReadDeps,
  memory: RangeMemory,
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
    return { blocks: [last], rows: rowsOf(logs, applyLog), oracleRounds: [], oracle: null }
  } catch (error) {
    memory.rangeSize = smallerRange(to - from + 1)
    if (from === to || !isRangeRefused(error)) throw error
    log.debug({ block: from, rangeSize: memory.rangeSize }, 'range of logs refused, halving it')
    const half = { from, to: from + memory.rangeSize - 1 }
    return readRange(deps, memory, half, ancestor)
  }
}

/** Reads new blocks one by one, their logs by block hash, and checks that they form a chain. */
async function readBlocks(deps: ReadDeps, ancestor: StoredBlock, newest: Block): Promise<Reading> {
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
  return readNewBlocks(deps, blocks, oracleAt(deps, ancestor))
}

/**
 * Reads the logs of blocks by their hashes, and the oracle in the last of them.
 *
 * @param before - The oracle after the block before them.
 */
export async function readNewBlocks(
  deps: ReadDeps,
  blocks: readonly Block[],
  before: OraclePosition | Promise<OraclePosition>,
): Promise<Reading> {
  const newest = blocks.at(-1)
  if (newest === undefined) throw new ChainMovedError()
  const [logs, newRounds] = await Promise.all([
    Promise.all(blocks.map(deps.chain.logsOfBlock)),
    newOracleRounds(deps, newest, before),
  ])
  const rows = rowsOf(logs.flat(), deps.applyLog)
  const change = rows.oracleChanges.at(-1)
  if (change === undefined) return { blocks, rows, ...newRounds }
  const position = { feed: toAddress(change.oracle), knownId: null }
  return { blocks, rows, ...(await newOracleRounds(deps, newest, position)) }
}

function rowsOf(logs: readonly MarketLog[], applyLog: LogReader): MarketRows {
  const rows = noRows()
  for (const log of logs) applyLog(rows, log)
  return rows
}

/** Reads what the index knows of the oracle after `block`. */
export async function oracleAt({ store }: ReadDeps, block: StoredBlock): Promise<OraclePosition> {
  const [knownId, feed] = await Promise.all([
    store.newestOracleRound(block.number),
    store.feedAt(block.number),
  ])
  return { feed, knownId }
}

async function newOracleRounds(
  { chain }: ReadDeps,
  newest: Block,
  before: OraclePosition | Promise<OraclePosition>,
): Promise<Pick<Reading, 'oracleRounds' | 'oracle'>> {
  const { feed, knownId } = await before
  const oracleRounds = await readOracleRounds(chain.oracleAt(newest, feed), knownId)
  return { oracleRounds, oracle: { feed, knownId: oracleRounds.at(-1)?.id ?? knownId } }
}
