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
let since: (readonly number[])[]
let version: string | null
let moves: SumsOfBytes[] | null

beforeEach(() => {
  compared = []
  since = []
  version = 'round 7'
  moves = []
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
      findMoves: (_filter, order) => {
        since.push(order.positions)
        return Promise.resolve(moves && { sums: moves, positions: [1, since.length + 1] })
      },
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

  test('reads what has moved since the last settlement only', async () => {
    const leaders = createOrders()
    await leaders()
    version = 'round 8'
    moves = [sumsOf(3, 6)]
    expect(await leaders()).toEqual([9, 3, 5])
    version = 'round 9'
    moves = [sumsOf(5, 7)]
    expect(await leaders()).toEqual([9, 5, 3])
    expect(since).toEqual([
      [1, 1],
      [1, 2],
    ])
  })

  test('ranks by the newest sums after many changes', async () => {
    const leaders = createOrders()
    await leaders()
    const others = Array.from({ length: 800 }, (_, index) => ({
      ...sumsOf(0, 0),
      account: Buffer.from(numberToHex(index, { size: 20 }).slice(2), 'hex'),
    }))
    version = 'round 8'
    moves = [sumsOf(3, 8), ...others]
    expect(await leaders()).toEqual([9, 3, 5])
    version = 'round 9'
    moves = [sumsOf(5, 7), ...others]
    expect(await leaders()).toEqual([9, 3, 5])
    version = 'round 10'
    moves = [sumsOf(9, 0), sumsOf(2, 2)]
    expect(await leaders()).toEqual([3, 5, 2])
    expect(compared).toHaveLength(1)
  })

  test('knows the sums of leaders until they move', async () => {
    const find = shareOrders(
      {
        findOrder: ({ fromEpochs }) =>
          Promise.resolve({ records: recordsOf([9, 5, 3]), positions: [], fromEpochs }),
        findMoves: () => Promise.resolve(moves && { sums: moves, positions: [] }),
      },
      () => version,
    )
    const { standings, first } = await find(FILTER)
    expect(standings.size).toBe(0)
    for (const account of first(3)) standings.set(account, { ...sumsOf(0, 1), account })
    version = 'round 8'
    moves = [sumsOf(5, 0), sumsOf(3, 6), sumsOf(2, 1)]
    const roundsOf = async () =>
      [...(await find(FILTER)).standings].map(([account, { rounds }]) => [
        Number.parseInt(account.slice(-2), 16),
        rounds,
      ])
    expect(await roundsOf()).toEqual([
      [9, 1],
      [3, 6],
      [2, 1],
    ])
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
