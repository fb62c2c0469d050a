import { toEpoch } from '@bullring/prediction/units'
import { numberToHex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RankingFilter } from './ranking-filter.ts'
import { shareOrders } from './share-orders.ts'
import type { SumsOfBytes } from './standing.ts'

const FILTER: RankingFilter = {
  window: 'all',
  firstDay: null,
  fromEpochs: [toEpoch(1), toEpoch(1)],
  rankBy: 'total_rounds',
  minimumRounds: 1,
}

const bytesOf = (account: number) => Buffer.alloc(20, account)

/** Accounts with as many rounds as their number. */
const recordsOf = (accounts: readonly number[]) =>
  Buffer.concat(
    accounts.flatMap((account) => [bytesOf(account), Buffer.alloc(15), Buffer.of(account)]),
  )

const sumsOf = (account: number, rounds: number): SumsOfBytes => ({
  ...{ account: bytesOf(account), rounds, wonRounds: 0, netResults: 0n, totalPosition: 0n },
})

let compared: RankingFilter[]
let version: string | null
let moves: SumsOfBytes[] | null
let isBroken: boolean
let isBusy: boolean

beforeEach(() => {
  compared = []
  version = 'round 7'
  moves = []
  isBroken = false
  isBusy = false
})

function createOrders() {
  const findOrder = (filter: RankingFilter) => {
    compared.push(filter)
    const { fromEpochs } = filter
    return Promise.resolve({ records: recordsOf([9, 5, 3]), positions: [1, 1], fromEpochs })
  }
  const findRanked = shareOrders(
    {
      findOrder,
      renewOrder: (filter) => {
        if (isBusy) return null
        return isBroken ? Promise.reject(new Error('no database')) : findOrder(filter)
      },
      findMoves: () => Promise.resolve(moves),
    },
    () => version,
  )
  return async (filter: Partial<RankingFilter> = {}) => {
    const { first } = await findRanked({ ...FILTER, ...filter })
    return first(10).map((account) => Number.parseInt(account.slice(-2), 16))
  }
}

describe('shareOrders', () => {
  test('compares all accounts of a ranking once, and those that have moved after each settlement', async () => {
    const leaders = createOrders()
    expect(await Promise.all([leaders(), leaders()])).toEqual([
      [9, 5, 3],
      [9, 5, 3],
    ])
    moves = [sumsOf(3, 6), sumsOf(2, 1), sumsOf(9, 0)]
    expect(await leaders()).toEqual([9, 5, 3])
    version = 'round 8'
    expect(await leaders({ fromEpochs: [toEpoch(2), toEpoch(1)] })).toEqual([3, 5, 2])
    expect(compared).toHaveLength(1)
    await leaders({ firstDay: 7 })
    await leaders({ rankBy: 'total_position' })
    await leaders({ minimumRounds: 2 })
    expect(compared).toHaveLength(4)
  })

  test('compares all accounts again where the changes are unknown', async () => {
    const leaders = createOrders()
    await leaders()
    version = 'round 8'
    moves = null
    expect(await leaders()).toEqual([9, 5, 3])
    expect(compared).toHaveLength(2)
  })

  test('compares all accounts again in the background after many changes', async () => {
    const leaders = createOrders()
    await leaders()
    version = 'round 8'
    moves = Array.from({ length: 1_001 }, (_, index) => ({
      ...sumsOf(0, 0),
      account: Buffer.from(numberToHex(index, { size: 20 }).slice(2), 'hex'),
    }))
    isBroken = true
    expect(await leaders()).toEqual([9, 5, 3])
    version = 'round 9'
    isBroken = false
    isBusy = true
    expect(await leaders()).toEqual([9, 5, 3])
    expect(compared).toHaveLength(1)
    version = 'round 10'
    isBusy = false
    expect(await leaders()).toEqual([9, 5, 3])
    await expect.poll(() => compared.length).toBe(2)
  })

  test('shares no result while the index is behind', async () => {
    const leaders = createOrders()
    version = null
    await leaders()
    moves = [sumsOf(3, 6)]
    expect(await leaders()).toEqual([9, 3, 5])
  })

  test('holds no more orders than there are windows by rankings', async () => {
    const leaders = createOrders()
    for (let day = 1; day <= 17; day += 1) await leaders({ firstDay: day })
    version = 'round 8'
    await leaders({ firstDay: 17 })
    expect(compared).toHaveLength(17)
    await leaders({ firstDay: 1 })
    expect(compared).toHaveLength(18)
  })
})
