import type { UnixSeconds } from '@bullring/prediction/units'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { pino } from 'pino'
import { keccak256, numberToHex, toBytes } from 'viem'
import { describe, expect, test } from 'vitest'
import type { AlarmName } from './alarms.ts'
import { createAlarms } from './alarms.ts'
import { keeperPass } from './keeper-pass.ts'
import type { RunKeeperDeps } from './run-keeper.ts'
import { runKeeper } from './run-keeper.ts'
import type { Settlement } from './settle-strikes.ts'
import { StrikeMemory } from './strike-memory.ts'

const GENESIS = 10_000
const options = {
  schedule: { genesisTimestamp: toUnixSeconds(GENESIS), intervalSeconds: 100, strikeDelay: 0 },
  settlementWindow: 86_400,
  shouldSettleEmpty: false,
  pollIntervalMs: 1,
}
const numberHash = (number: bigint) => numberToHex(number, { size: 32 })
const blockAt = (time: number, hashOf = numberHash) => ({
  number: BigInt(time),
  hash: hashOf(BigInt(time)),
  parentHash: hashOf(BigInt(time) - 1n),
  timestamp: toUnixSeconds(time),
})
const never = new AbortController().signal

function createTestDeps(overrides: Partial<RunKeeperDeps> = {}) {
  const sent: Settlement[][] = []
  const reads: number[][] = []
  const changes: [AlarmName, boolean][] = []
  const delays: number[] = []
  const waiting: number[] = []
  const deps: RunKeeperDeps = {
    newestBlock: () => Promise.resolve(blockAt(GENESIS + 30 * 100)),
    blockHash: (number) => Promise.resolve(numberHash(number)),
    readStrikes: (epochs) => {
      reads.push(epochs.map(Number))
      return Promise.resolve(
        epochs.map((epoch) => ({ epoch, isPending: epoch > 2n, isNeeded: epoch !== 5n })),
      )
    },
    findSettlingRound: (lock: UnixSeconds) =>
      Promise.resolve({ kind: 'found', id: BigInt(lock), answeredAt: lock }),
    filterAcceptable: (settlements) => Promise.resolve([...settlements]),
    settle: (settlements) => {
      sent.push([...settlements])
      return Promise.resolve('settled')
    },
    funds: () => Promise.resolve({ balance: 10n ** 20n, gasPrice: 10n ** 9n }),
    alarms: createAlarms(pino({ level: 'silent' }), (name, isOn) => changes.push([name, isOn])),
    onPass: () => undefined,
    onSettled: (delay) => delays.push(delay),
    onDue: (strikes) => waiting.push(strikes),
    nowMs: () => (GENESIS + 30 * 100) * 1_000,
    log: pino({ level: 'silent' }),
    ...overrides,
  }
  return { deps, sent, reads, changes, delays, waiting }
}

describe('keeperPass', () => {
  test('settles pending strikes that decide bets in batches of 25, with the oracle round of each lock', async () => {
    const { deps, sent, waiting } = createTestDeps()
    await keeperPass(deps, options, new StrikeMemory(), never)
    expect(sent.map((batch) => batch.length)).toEqual([25, 2])
    expect(waiting).toEqual([27])
    expect(sent.flat().map(({ epoch }) => epoch)).not.toContain(5n)
    expect(sent[0]?.[0]).toMatchObject({ epoch: 3n, oracleRoundId: BigInt(GENESIS + 300) })
  })

  test('settles strikes without bets last when configured to', async () => {
    const { deps, sent } = createTestDeps()
    await keeperPass(deps, { ...options, shouldSettleEmpty: true }, new StrikeMemory(), never)
    expect(sent.flat().at(-1)?.epoch).toBe(5n)
  })

  test('does not read settled strikes or those without bets again', async () => {
    const { deps, reads } = createTestDeps()
    const memory = new StrikeMemory()
    await keeperPass(deps, options, memory, never)
    await keeperPass(deps, options, memory, never)
    expect(reads[1]).not.toContain(1)
    expect(reads[1]).not.toContain(5)
    expect(reads[1]).toContain(3)
  })

  test('reads all strikes again after a reorg, however old they are', async () => {
    const head = { time: GENESIS + 30 * 100, fork: '' }
    const hashOf = (number: bigint) => keccak256(toBytes(`${number}${head.fork}`))
    const { deps, reads } = createTestDeps({
      newestBlock: () => Promise.resolve(blockAt(head.time, hashOf)),
      blockHash: (number) => Promise.resolve(hashOf(number)),
    })
    const memory = new StrikeMemory()
    await keeperPass(deps, options, memory, never)
    head.time += 1
    await keeperPass(deps, options, memory, never)
    expect(reads[1]).not.toContain(1)
    head.fork = 'another fork, still shorter'
    head.time -= 1
    await keeperPass(deps, options, memory, never)
    head.time += 2
    await keeperPass(deps, options, memory, never)
    expect(reads[3]).toContain(1)
    await keeperPass(deps, options, memory, never)
    expect(reads[4]).not.toContain(1)
  })

  test('skips a strike that the contract rejects and settles the others', async () => {
    const { deps, sent } = createTestDeps({
      filterAcceptable: (settlements) =>
        Promise.resolve(settlements.filter(({ epoch }) => epoch !== 7n)),
    })
    const memory = new StrikeMemory()
    await keeperPass(deps, options, memory, never)
    expect(sent.flat().map(({ epoch }) => epoch)).toContain(8n)
    expect(sent.flat().map(({ epoch }) => epoch)).not.toContain(7n)
    expect(memory.has(toEpoch(7))).toBe(true)
  })

  test('reports the delay between the answer and the settlement', async () => {
    const { deps, delays } = createTestDeps({
      readStrikes: () => Promise.resolve([{ epoch: toEpoch(28), isPending: true, isNeeded: true }]),
    })
    await keeperPass(deps, options, new StrikeMemory(), never)
    expect(delays).toEqual([200])
  })

  test('raises an alarm once while the oracle is late for a strike with bets', async () => {
    let isAnswering = false
    const { deps, changes } = createTestDeps({
      readStrikes: () => Promise.resolve([{ epoch: toEpoch(29), isPending: true, isNeeded: true }]),
      findSettlingRound: (lock) =>
        Promise.resolve(
          isAnswering ? { kind: 'found', id: 1n, answeredAt: lock } : { kind: 'unanswered' },
        ),
    })
    const memory = new StrikeMemory()
    for (const hasAnswer of [false, false, true, true]) {
      isAnswering = hasAnswer
      await keeperPass(deps, options, memory, never)
    }
    expect(changes).toEqual([
      ['oracle-late', true],
      ['oracle-late', false],
    ])
  })

  test('raises an alarm while the newest block is old', async () => {
    let nowMs = (GENESIS + 30 * 100) * 1_000
    const { deps, changes } = createTestDeps({ nowMs: () => nowMs, settle: () => Promise.reject() })
    const idle = { ...deps, readStrikes: () => Promise.resolve([]) }
    for (const passedMs of [30_000, 1_000, 1_000]) {
      nowMs += passedMs
      await keeperPass(idle, options, new StrikeMemory(), never)
    }
    expect(changes).toEqual([['rpc-lagging', true]])
  })

  test('waits for an oracle that has not answered and skips an unprovable strike', async () => {
    const { deps, sent } = createTestDeps({
      findSettlingRound: (lock) =>
        Promise.resolve({ kind: lock === GENESIS + 400 ? 'unprovable' : 'unanswered' }),
    })
    const memory = new StrikeMemory()
    await keeperPass(deps, options, memory, never)
    expect(sent).toEqual([])
    expect(memory.has(toEpoch(4))).toBe(true)
    expect(memory.has(toEpoch(3))).toBe(false)
  })
})

describe('runKeeper', () => {
  test('continues after a failed pass and returns on abort', async () => {
    const ending = new AbortController()
    let passes = 0
    const { deps, sent } = createTestDeps({
      newestBlock: () => {
        passes += 1
        if (passes < 3) return Promise.reject(new Error('no response'))
        return Promise.resolve(blockAt(GENESIS + 400))
      },
      settle: (settlements) => {
        sent.push([...settlements])
        ending.abort()
        return Promise.resolve('settled')
      },
    })
    await runKeeper(deps, options, ending.signal)
    expect(sent).toHaveLength(1)
  })

  test.each([
    { state: 'rests while no strike can become due', strikeIn: 50, passes: 1 },
    { state: 'polls before a strike', strikeIn: 5, passes: 20 },
  ])('$state', async ({ strikeIn, passes }) => {
    const ending = AbortSignal.timeout(400)
    let count = 0
    const { deps } = createTestDeps({
      newestBlock: () => Promise.resolve(blockAt(GENESIS + 100 - strikeIn)),
      onPass: () => {
        count += 1
      },
    })
    await runKeeper(deps, options, ending)
    if (passes === 1) expect(count).toBe(1)
    else expect(count).toBeGreaterThan(passes)
  })

  test.each([
    [10n ** 9n * 100_000n * 864n, []],
    [10n ** 9n * 100_000n * 864n - 1n, [['balance-low', true]]],
  ])('raises an alarm when the balance cannot pay for a day: %i wei', async (balance, expected) => {
    const ending = new AbortController()
    const { deps, changes } = createTestDeps({
      funds: () => Promise.resolve({ balance, gasPrice: 10n ** 9n }),
      onPass: () => ending.abort(),
    })
    await runKeeper(deps, options, ending.signal)
    expect(changes).toEqual(expected)
  })
})
