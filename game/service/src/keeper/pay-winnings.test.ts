import { pino } from 'pino'
import { type Address, getAddress, numberToHex, parseEther, parseGwei } from 'viem'
import { describe, expect, test } from 'vitest'
import { type PayerDeps, payWinnings } from './pay-winnings.ts'

const LIMIT = parseGwei('5')
const never = new AbortController().signal
const accountOf = (index: number) => getAddress(numberToHex(index + 1, { size: 20 }))

/** A contract, a budget and an index that all records reach at once. */
function createWorld(count: number, overrides: Partial<PayerDeps> = {}) {
  const accounts = Array.from({ length: count }, (_, index) => accountOf(index))
  const world = {
    accounts,
    sent: [] as (readonly Address[])[],
    recorded: new Map<Address, boolean>(),
    paidOnChain: new Set<Address>(),
    budget: parseEther('1'),
    waiting: -1,
    done: [] as number[],
  }
  const deps: PayerDeps = {
    findDue: () => {
      const unpaid = accounts.filter((account) => !world.recorded.has(account))
      const payments = unpaid.map((account) => ({ account, amount: 10n ** 18n }))
      return Promise.resolve([{ epoch: 7, payments }])
    },
    markDone: (epoch) => world.done.push(epoch),
    stateOf: (_, account) =>
      Promise.resolve(world.paidOnChain.has(account) ? 'paid' : 'collectable'),
    gasPrice: () => Promise.resolve(parseGwei('1')),
    estimateGas: (_, batch) => Promise.resolve(50_000n * BigInt(batch.length)),
    takeFromBudget: (cost) => {
      const isEnough = cost <= world.budget
      if (isEnough) world.budget -= cost
      return Promise.resolve(isEnough)
    },
    correctCost: (difference) => {
      world.budget -= difference
      return Promise.resolve()
    },
    pay: (_, batch) => {
      world.sent.push(batch)
      for (const account of batch) world.paidOnChain.add(account)
      return Promise.resolve({
        paid: batch,
        cost: parseGwei('40000') * BigInt(batch.length),
        isReverted: false,
      })
    },
    record: (_, batch, isRefused) => {
      for (const account of batch) world.recorded.set(account, isRefused)
      return Promise.resolve()
    },
    onPaid: () => undefined,
    onWaiting: (payments) => {
      world.waiting = payments
    },
    log: pino({ level: 'silent' }),
    ...overrides,
  }
  return { world, deps }
}

describe('payWinnings', () => {
  test('pays each account once, in batches, and is then done with the round', async () => {
    const { world, deps } = createWorld(60)
    await payWinnings(deps, LIMIT, never)
    await payWinnings(deps, LIMIT, never)
    expect(world.sent.map((batch) => batch.length)).toEqual([25, 25, 10])
    expect(world.sent.flat()).toEqual(world.accounts)
    expect(world.done[0]).toBe(7)
    expect(world.budget).toBe(parseEther('1') - parseGwei('40000') * 60n)
  })

  test('sends nothing again that it could not record', async () => {
    const { world, deps } = createWorld(3)
    const killed = { ...deps, record: () => Promise.reject(new Error('killed')) }
    await expect(payWinnings(killed, LIMIT, never)).rejects.toThrow('killed')
    await payWinnings(deps, LIMIT, never)
    expect(world.sent).toEqual([world.accounts])
  })

  test('waits while gas costs more than the limit', async () => {
    const { world, deps } = createWorld(2, { gasPrice: () => Promise.resolve(LIMIT + 1n) })
    await payWinnings(deps, LIMIT, never)
    expect(world.sent).toEqual([])
    expect(world.waiting).toBe(2)
    expect(world.done).toEqual([])
    await payWinnings({ ...deps, gasPrice: () => Promise.resolve(LIMIT) }, LIMIT, never)
    expect(world.sent).toEqual([world.accounts])
    expect(world.waiting).toBe(0)
  })

  test('waits once the budget of the day is spent', async () => {
    const { world, deps } = createWorld(30)
    world.budget = parseGwei('1250000')
    await payWinnings(deps, LIMIT, never)
    // The first batch costs less than was taken for it.
    expect(world.sent.map((batch) => batch.length)).toEqual([25, 5])
    const poor = createWorld(30)
    poor.world.budget = parseGwei('1249999')
    await payWinnings(poor.deps, LIMIT, never)
    expect(poor.world.sent.map((batch) => batch.length)).toEqual([5])
    expect(poor.world.waiting).toBe(25)
  })

  test('tries a refused payment once', async () => {
    const { world, deps } = createWorld(2)
    const pay: PayerDeps['pay'] = (_, batch) => {
      world.sent.push(batch)
      return Promise.resolve({ paid: batch.slice(1), cost: 1n, isReverted: false })
    }
    await payWinnings({ ...deps, pay }, LIMIT, never)
    await payWinnings({ ...deps, pay }, LIMIT, never)
    expect(world.sent).toEqual([world.accounts])
    expect([...world.recorded]).toEqual([
      [accountOf(1), false],
      [accountOf(0), true],
    ])
  })

  test('tries again what failed, and what the chain has not decided', async () => {
    const { world, deps } = createWorld(1)
    await payWinnings({ ...deps, pay: () => Promise.resolve(null) }, LIMIT, never)
    await payWinnings({ ...deps, stateOf: () => Promise.resolve('waiting') }, LIMIT, never)
    expect([world.done, world.waiting]).toEqual([[], 1])
    await payWinnings(deps, LIMIT, never)
    expect(world.sent).toEqual([world.accounts])
  })

  test('takes nothing from the budget for what is not mined', async () => {
    const { world, deps } = createWorld(2)
    await payWinnings({ ...deps, pay: () => Promise.resolve(null) }, LIMIT, never)
    const stuck = { ...deps, pay: () => Promise.reject(new Error('stuck')) }
    await expect(payWinnings(stuck, LIMIT, never)).rejects.toThrow('stuck')
    expect(world.budget).toBe(parseEther('1'))
  })

  test('pays each account alone once a transaction has reverted', async () => {
    const { world, deps } = createWorld(3)
    const [greedy] = world.accounts
    const pay: PayerDeps['pay'] = (epoch, batch, signal) => {
      if (greedy === undefined || !batch.includes(greedy)) return deps.pay(epoch, batch, signal)
      world.sent.push(batch)
      return Promise.resolve({ paid: [], cost: parseGwei('1'), isReverted: true })
    }
    await payWinnings({ ...deps, pay }, LIMIT, never)
    await payWinnings({ ...deps, pay }, LIMIT, never)
    expect(world.sent.map((batch) => batch.length)).toEqual([3, 1, 1, 1])
    expect([...world.recorded.values()]).toEqual([true, false, false])
    expect(world.budget).toBe(parseEther('1') - parseGwei('2') - parseGwei('80000'))
  })

  test('leaves amounts that are worth less than their payment', async () => {
    const { world, deps } = createWorld(1)
    const payments = [{ account: accountOf(0), amount: 1n }]
    const findDue = () => Promise.resolve([{ epoch: 7, payments }])
    await payWinnings({ ...deps, findDue }, LIMIT, never)
    expect(world.sent).toEqual([])
    expect(world.done).toEqual([7])
  })
})
