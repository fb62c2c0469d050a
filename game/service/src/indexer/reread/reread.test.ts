import { toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { BetsDroppedError } from '../errors.ts'
import { noRows } from '../read/apply-log.ts'
import { RangePace } from '../read/range-pace.ts'
import { rowTexts } from '../write/log-rows.ts'
import type { RereadDeps } from './reread.ts'
import { newRereadMemory, rereadStep } from './reread.ts'

const block = (number: number) => ({
  number,
  hash: `0x${number.toString(16).padStart(64, '0')}` as const,
  timestamp: toUnixSeconds(number),
})
const price = (id: bigint, e8: bigint) => ({
  id,
  price: toPriceE8(e8),
  updatedAt: toUnixSeconds(Number(id)),
})

/** An index with one log and one price, whose node returns no logs, and the price `found`. */
function indexOf(found: bigint) {
  const rewind = vi.fn<RereadDeps['store']['rewind']>(async () => undefined)
  const feeChange = { epoch: 1, treasury_fee: 1, block_number: 100, log_index: 0 }
  const deps: RereadDeps = {
    chain: {
      blockAt: async (number) => ({ ...block(number), parentHash: '0x', mayHaveLogs: true }),
      logsInRange: async () => [],
      oracleAt: () => ({ latestId: async () => 1n, roundById: async (id) => price(id, found) }),
    },
    store: {
      newestBlocks: async () => [block(500)],
      identity: async () => ({ startBlock: 100 }) as never,
      droppedBefore: async () => 0,
      logRowsIn: () => rowTexts({ ...noRows(), feeChanges: [feeChange] }, 0),
      newestOracleRound: async () => 1n,
      feedAt: async () => null,
      oracleRounds: async () => [{ ...price(1n, 5n), blockNumber: 200 }],
      rewind,
    },
    applyLog: () => undefined,
    pace: new RangePace(),
    nowMs: () => 0,
    log: pino({ enabled: false }),
  }
  return { deps, rewind }
}

const { signal } = new AbortController()

test('a node that is not believed from the start is asked later', async () => {
  const { deps } = indexOf(5n)
  const memory = newRereadMemory()
  expect(await rereadStep(deps, memory, signal)).toBe(false)
  expect(memory).toEqual({ blocks: null, werePricesRead: true })
})

test('prices that cannot be added because bets since then were dropped count as read', async () => {
  const { deps, rewind } = indexOf(6n)
  const memory = newRereadMemory()
  await rereadStep(deps, memory, signal)
  expect([rewind.mock.lastCall?.[1].number, memory.werePricesRead]).toEqual([199, false])
  rewind.mockRejectedValue(new BetsDroppedError())
  await rereadStep(deps, memory, signal)
  await rereadStep(deps, memory, signal)
  expect([rewind.mock.calls.length, memory.werePricesRead]).toEqual([2, true])
})
