import { toUnixSeconds } from '@bullring/prediction/units'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { BetsDroppedError } from '../errors.ts'
import { FOLLOW_DEPTH, INITIAL_RANGE } from '../follow/plan-step.ts'
import { type MarketLog, noRows } from '../read/apply-log.ts'
import { RangePace } from '../read/range-pace.ts'
import { rowTexts } from '../write/log-rows.ts'
import type { RereadBlocks, RereadLogsDeps } from './reread-logs.ts'
import { rereadLogs } from './reread-logs.ts'

const HEAD = 500
const SAFE = HEAD - FOLLOW_DEPTH
const START_BLOCK = 100

const block = (number: number) => ({
  number,
  hash: `0x${number.toString(16).padStart(64, '0')}` as const,
  timestamp: toUnixSeconds(number),
})

/** An index that has the fee changes of the blocks `stored`, and a node that returns those of the blocks `returned`. */
function indexOf(stored: readonly number[], returned: readonly number[]) {
  let head = HEAD
  const change = (block_number: number) => ({
    epoch: 1,
    treasury_fee: 1,
    block_number,
    log_index: 0,
  })
  const within = (numbers: readonly number[], from: number, to: number) =>
    numbers.filter((number) => number >= from && number <= to)
  const rewind = vi.fn<RereadLogsDeps['store']['rewind']>(async () => undefined)
  const deps: RereadLogsDeps = {
    chain: {
      blockAt: async (number) => ({ ...block(number), parentHash: '0x', mayHaveLogs: true }),
      logsInRange: async (from, to) =>
        within(returned, from, to).map((blockNumber) => ({ blockNumber }) as MarketLog),
    },
    store: {
      newestBlocks: async () => [block(head)],
      identity: async () => ({ startBlock: START_BLOCK }) as never,
      droppedBefore: async () => 0,
      logRowsIn: ({ from, to }) => {
        const feeChanges = within(stored, from, to).map(change)
        return rowTexts({ ...noRows(), feeChanges }, 0)
      },
      rewind,
    },
    applyLog: (rows, { blockNumber }) => void rows.feeChanges.push(change(blockNumber)),
    pace: new RangePace(),
    nowMs: () => 0,
    log: pino({ enabled: false }),
  }
  const grow = (blocks: number) => {
    head += blocks
  }
  return { deps, rewind, grow }
}

const { signal } = new AbortController()

/** Reads again until nothing is left, or the node is not believed. */
async function readAll(deps: RereadLogsDeps, before: RereadBlocks = null): Promise<RereadBlocks> {
  const { blocks } = await rereadLogs(deps, before, signal)
  const isEnd = blocks?.after === before?.after && blocks?.to === before?.to
  return isEnd ? blocks : readAll(deps, blocks)
}

test('reads down to the start block, then what no reorg can reach any more', async () => {
  const { deps, rewind, grow } = indexOf([120, 130, 470], [120, 130, 470])
  const read = await readAll(deps)
  expect(read).toEqual({ after: START_BLOCK - 1, to: SAFE })
  grow(FOLLOW_DEPTH - 1)
  expect(await readAll(deps, read)).toEqual(read)
  grow(1)
  expect(await readAll(deps, read)).toEqual({ after: START_BLOCK - 1, to: HEAD })
  expect(rewind).not.toHaveBeenCalled()
})

test('rewinds the index to before what it lacks', async () => {
  const { deps, rewind } = indexOf([120], [120, 400])
  expect(await rereadLogs(deps, null, signal)).toEqual({ blocks: null, isRead: false })
  const [[from, base] = []] = rewind.mock.calls
  expect([from?.number, base?.number]).toEqual([HEAD, SAFE - INITIAL_RANGE])
})

test('does not believe a node that knows less than the index', async () => {
  const { deps, rewind } = indexOf([120, 400, 410], [120, 400])
  expect(await readAll(deps)).toBeNull()
  expect(await rereadLogs(deps, null, signal)).toEqual({ blocks: null, isRead: false })
  expect(rewind).not.toHaveBeenCalled()
})

test('reports logs once that it cannot add because bets since then were dropped, and reads on', async () => {
  const { deps, rewind } = indexOf([], [120, 400])
  rewind.mockRejectedValue(new BetsDroppedError())
  const reported = vi.spyOn(deps.log, 'error')
  const read = await readAll(deps)
  expect(read).toEqual({ after: START_BLOCK - 1, to: SAFE })
  expect(reported).toHaveBeenCalledTimes(rewind.mock.calls.length)
  expect(await readAll(deps, read)).toEqual(read)
  expect(reported).toHaveBeenCalledTimes(rewind.mock.calls.length)
})
