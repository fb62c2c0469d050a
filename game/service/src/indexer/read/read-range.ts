import { findCause } from '@bullring/errors/find-cause'
import { REFUSED_STATUSES } from '@bullring/server/chain/nodes/log-ranges'
import type { Logger } from 'pino'
import { HttpRequestError, ResponseBodyTooLargeError, RpcRequestError, TimeoutError } from 'viem'
import { ChainMovedError } from '../errors.ts'
import type { LogReader, MarketLog, MarketRows } from './apply-log.ts'
import { rowsOf } from './apply-log.ts'
import type { Block, ChainSource } from './chain-source.ts'
import type { RangePace } from './range-pace.ts'

export type RangeDeps = {
  chain: Pick<ChainSource, 'blockAt' | 'logsInRange'>
  applyLog: LogReader
  pace: RangePace
  nowMs: () => number
  log: Logger
}

export type BlockRange = { from: number; to: number }

export type RangeReading = {
  /** The block before the range, on the same chain. */
  before: Block
  last: Block
  rows: MarketRows
}

/**
 * Reads the logs of many old blocks. They do not prove that they are on one chain, so both ends are read again
 * afterwards. If the node refuses a range, its first blocks are read.
 */
export async function readRange(
  deps: RangeDeps,
  { from, to }: BlockRange,
  signal: AbortSignal,
): Promise<RangeReading> {
  const { chain, applyLog, pace, nowMs } = deps
  const blocks = to - from + 1
  const last = await chain.blockAt(to, signal)
  const startMs = nowMs()
  const logs = await readLogs(deps, { from, to }, signal)
  if (logs === null) {
    return readRange(deps, { from, to: from + Math.floor(blocks / 2) - 1 }, signal)
  }
  const durationMs = nowMs() - startMs
  const [lastAgain, before] = await Promise.all([
    chain.blockAt(to, signal),
    chain.blockAt(from - 1, signal),
  ])
  if (last === null || before === null || lastAgain?.hash !== last.hash) throw new ChainMovedError()
  pace.succeed({ blocks, logs: logs.length, durationMs })
  return { before, last, rows: rowsOf(logs, applyLog) }
}

/** Returns null when the node refuses the range, and may not refuse a smaller one. */
async function readLogs(
  { chain, pace, log }: RangeDeps,
  { from, to }: BlockRange,
  signal: AbortSignal,
): Promise<MarketLog[] | null> {
  try {
    return await chain.logsInRange(from, to, signal)
  } catch (error) {
    if (from === to || signal.aborted || !isRangeRefused(error)) throw error
    pace.refuse(to - from + 1)
    log.debug({ block: from, rangeSize: pace.size }, 'range of logs refused, halving it')
    return null
  }
}

/**
 * True when a smaller range of blocks may succeed: nodes limit blocks, logs, bytes or time, and report it in
 * many ways.
 */
function isRangeRefused(error: unknown): boolean {
  return (
    findCause(error, RpcRequestError) !== undefined ||
    findCause(error, TimeoutError) !== undefined ||
    findCause(error, ResponseBodyTooLargeError) !== undefined ||
    findCause(error, DOMException)?.name === 'TimeoutError' ||
    REFUSED_STATUSES.has(findCause(error, HttpRequestError)?.status)
  )
}
