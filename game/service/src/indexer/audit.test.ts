import { toEpoch, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { BULL } from '../db/schema.ts'
import type { AuditMemory, AuditStepDeps } from './audit.ts'
import { auditStep } from './audit.ts'

const STAKE = 5n
const block = (number: number) => ({
  number,
  hash: `0x${number.toString(16).padStart(64, '0')}` as const,
  timestamp: toUnixSeconds(number),
})

/** An index of an open round `open`, which lacks the bet of each round in `wrong`. */
function indexOf(open: number, wrong: readonly number[] = []) {
  let stored: number | null = null
  const store = (epoch: number) => {
    stored = epoch
  }
  const heads = [block(1_000)]
  const compared: number[] = []
  const rewind = vi.fn<AuditStepDeps['store']['rewind']>(async () => undefined)
  const deps: AuditStepDeps = {
    chain: {
      blockAt: async (number) => ({ ...block(number), parentHash: '0x', mayHaveLogs: true }),
      logsInRange: () => {
        // The chain goes on while logs are read.
        heads.unshift(block(1_000 + heads.length))
        return Promise.resolve([])
      },
    },
    store: {
      auditedBefore: async () => stored,
      storeAuditedBefore: async (epoch) => store(epoch),
      identity: async () => null,
      newestBlocks: async () => heads.slice(0, 1),
      poolOf: async (epoch) => ({
        bullAmount: toWei(wrong.includes(Number(epoch)) ? 0n : STAKE),
        bearAmount: toWei(0n),
      }),
      rewind,
    },
    currentEpoch: async () => toEpoch(BigInt(open)),
    readTotals: (epoch) => {
      compared.push(Number(epoch))
      return Promise.resolve({ start: toUnixSeconds(900), bullAmount: STAKE, bearAmount: 0n })
    },
    applyLog: () => undefined,
    onResult: () => undefined,
    log: pino({ enabled: false }),
  }
  return {
    deps,
    compared,
    rewind,
    stored: () => stored,
    store: (epoch: number) => (stored = epoch),
  }
}

const newMemory = (): AuditMemory => ({ nextEpoch: null, storedEpoch: null, isRight: true })

test('continues where an earlier leader has stopped, however long ago', async () => {
  const index = indexOf(500)
  index.store(100)
  const memory = newMemory()
  await auditStep(index.deps, memory)
  expect([index.compared[0], index.compared.at(-1), index.stored()]).toEqual([80, 99, 100])
  await auditStep(index.deps, memory)
  expect(index.stored()).toBe(120)
})

test('compares the newest rounds of an index that was never compared', async () => {
  const index = indexOf(500)
  await auditStep(index.deps, newMemory())
  expect([index.compared[0], index.stored()]).toEqual([480, 500])
})

test('remembers a round that it cannot repair', async () => {
  const index = indexOf(30, [25])
  await auditStep(index.deps, newMemory())
  expect(index.rewind).not.toHaveBeenCalled()
  expect(index.stored()).toBe(25)
})

test('repairs an index that has grown while the logs were read', async () => {
  const index = indexOf(30, [25])
  const { deps, rewind } = index
  deps.applyLog = (rows) =>
    void rows.bets.push({
      account: '0x',
      epoch: 25,
      position: BULL,
      amount: STAKE,
      tx_hash: '0x',
      placed_at: 950,
      block_number: 950,
      log_index: 0,
    })
  const logsInRange = deps.chain.logsInRange
  deps.chain.logsInRange = async (from, to) => {
    await logsInRange(from, to)
    return from <= 950 && 950 <= to ? [{} as never] : []
  }
  await auditStep(deps, newMemory())
  expect(rewind.mock.calls[0]?.[0].number).toBeGreaterThan(1_000)
})
