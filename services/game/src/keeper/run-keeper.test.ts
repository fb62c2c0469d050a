import type { UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { AlarmName } from './alarms.ts'
import { createAlarms } from './alarms.ts'
import type { KeeperDeps, KeeperSettings } from './run-keeper.ts'
import { createKeeperMemory, keeperPass, runKeeper } from './run-keeper.ts'
import type { Settlement } from './settle-strikes.ts'

const GENESIS = 10_000
const settings: KeeperSettings = {
  schedule: { genesisTimestamp: toUnixSeconds(GENESIS), intervalSeconds: 100 },
  settlementWindow: 86_400,
  settlesEmpty: false,
  pollIntervalMs: 1,
}
const never = new AbortController().signal

function world(overrides: Partial<KeeperDeps> = {}) {
  const sent: Settlement[][] = []
  const looked: number[][] = []
  const changes: [AlarmName, boolean][] = []
  const delays: number[] = []
  const deps: KeeperDeps = {
    now: () => Promise.resolve(toUnixSeconds(GENESIS + 30 * 100)),
    readStrikes: (epochs) => {
      looked.push([...epochs])
      return Promise.resolve(
        epochs.map((epoch) => ({ epoch, isPending: epoch > 2, hasBets: epoch !== 5 })),
      )
    },
    findSettlingRound: (lock: UnixSeconds) =>
      Promise.resolve({ kind: 'found', id: BigInt(lock), answeredAt: lock }),
    acceptable: (settlements) => Promise.resolve([...settlements]),
    settle: (settlements) => {
      sent.push([...settlements])
      return Promise.resolve('settled')
    },
    funds: () => Promise.resolve({ balance: 10n ** 20n, gasPrice: 10n ** 9n }),
    alarms: createAlarms(pino({ level: 'silent' }), (name, isOn) => changes.push([name, isOn])),
    onPass: () => undefined,
    onSettled: (delay) => delays.push(delay),
    nowMs: () => (GENESIS + 30 * 100) * 1_000,
    log: pino({ level: 'silent' }),
    ...overrides,
  }
  return { deps, sent, looked, changes, delays }
}

describe('keeperPass', () => {
  test('settles what is pending and decides bets, in batches of 25, with the round of each lock', async () => {
    const { deps, sent } = world()
    await keeperPass(deps, settings, createKeeperMemory(), never)
    expect(sent.map((batch) => batch.length)).toEqual([25, 2])
    expect(sent.flat().map(({ epoch }) => epoch)).not.toContain(5)
    expect(sent[0]?.[0]).toMatchObject({ epoch: 3, oracleRoundId: BigInt(GENESIS + 300) })
  })

  test('settles the empty ones too when told to, after the others', async () => {
    const { deps, sent } = world()
    await keeperPass(deps, { ...settings, settlesEmpty: true }, createKeeperMemory(), never)
    expect(sent.flat().at(-1)?.epoch).toBe(5)
  })

  test('does not look again at what is settled or without bets', async () => {
    const { deps, looked } = world()
    const memory = createKeeperMemory()
    await keeperPass(deps, settings, memory, never)
    await keeperPass(deps, settings, memory, never)
    expect(looked[1]).not.toContain(1)
    expect(looked[1]).not.toContain(5)
    expect(looked[1]).toContain(3)
  })

  test('leaves a strike the contract refuses, and settles the others', async () => {
    const { deps, sent } = world({
      acceptable: (settlements) => Promise.resolve(settlements.filter(({ epoch }) => epoch !== 7)),
    })
    const memory = createKeeperMemory()
    await keeperPass(deps, settings, memory, never)
    expect(sent.flat().map(({ epoch }) => epoch)).toContain(8)
    expect(sent.flat().map(({ epoch }) => epoch)).not.toContain(7)
    expect(memory.done.has(7)).toBe(true)
  })

  test('tells how long after the answer a strike was settled', async () => {
    const { deps, delays } = world({
      readStrikes: () => Promise.resolve([{ epoch: 28, isPending: true, hasBets: true }]),
    })
    await keeperPass(deps, settings, createKeeperMemory(), never)
    expect(delays).toEqual([200])
  })

  test('rings while the oracle is late for a strike with bets, once a change', async () => {
    let isAnswering = false
    const { deps, changes } = world({
      readStrikes: () => Promise.resolve([{ epoch: 29, isPending: true, hasBets: true }]),
      findSettlingRound: (lock) =>
        Promise.resolve(
          isAnswering ? { kind: 'found', id: 1n, answeredAt: lock } : { kind: 'unanswered' },
        ),
    })
    const memory = createKeeperMemory()
    for (const answers of [false, false, true, true]) {
      isAnswering = answers
      await keeperPass(deps, settings, memory, never)
    }
    expect(changes).toEqual([
      ['oracle-late', true],
      ['oracle-late', false],
    ])
  })

  test('rings while the newest block is old', async () => {
    let nowMs = (GENESIS + 30 * 100) * 1_000
    const { deps, changes } = world({ nowMs: () => nowMs, settle: () => Promise.reject() })
    const idle = { ...deps, readStrikes: () => Promise.resolve([]) }
    for (const passedMs of [30_000, 1_000, 1_000]) {
      nowMs += passedMs
      await keeperPass(idle, settings, createKeeperMemory(), never)
    }
    expect(changes).toEqual([['rpc-lagging', true]])
  })

  test('waits for an oracle that has not answered, and gives up on one that cannot prove', async () => {
    const { deps, sent } = world({
      findSettlingRound: (lock) =>
        Promise.resolve({ kind: lock === GENESIS + 400 ? 'unprovable' : 'unanswered' }),
    })
    const memory = createKeeperMemory()
    await keeperPass(deps, settings, memory, never)
    expect(sent).toEqual([])
    expect(memory.done.has(4)).toBe(true)
    expect(memory.done.has(3)).toBe(false)
  })
})

describe('runKeeper', () => {
  test('goes on after a failed pass, and ends when told to', async () => {
    const ending = new AbortController()
    let passes = 0
    const { deps, sent } = world({
      now: () => {
        passes += 1
        if (passes < 3) return Promise.reject(new Error('no answer'))
        return Promise.resolve(toUnixSeconds(GENESIS + 400))
      },
      settle: (settlements) => {
        sent.push([...settlements])
        ending.abort()
        return Promise.resolve('settled')
      },
    })
    await runKeeper(deps, settings, ending.signal)
    expect(sent).toHaveLength(1)
  })

  test.each([
    [10n ** 9n * 100_000n * 288n, []],
    [10n ** 9n * 100_000n * 288n - 1n, [['balance-low', true]]],
  ])('rings when the account cannot pay for a day: %i wei', async (balance, expected) => {
    const ending = new AbortController()
    const { deps, changes } = world({
      funds: () => Promise.resolve({ balance, gasPrice: 10n ** 9n }),
      onPass: () => ending.abort(),
    })
    await runKeeper(deps, settings, ending.signal)
    expect(changes).toEqual(expected)
  })
})
