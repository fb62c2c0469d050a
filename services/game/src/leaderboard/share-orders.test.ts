import { toEpoch } from '@bullring/prediction/units'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RankingFilter } from './ranking-filter.ts'
import { firstOf, playersIn, rankIn } from './ranking-order.queries.ts'
import { shareOrders } from './share-orders.ts'

const FILTER: RankingFilter = {
  window: 'all',
  firstDay: null,
  fromEpochs: [toEpoch(1), toEpoch(1)],
  rankBy: 'net_results',
  minimumRounds: 1,
}

let found: RankingFilter[]
let version: string | null

beforeEach(() => {
  found = []
  version = 'round 7'
})

const createOrders = () =>
  shareOrders(
    (filter) => {
      found.push(filter)
      return Promise.resolve(Buffer.alloc(20, found.length))
    },
    () => version,
  )

describe('shareOrders', () => {
  test('compares the accounts of a ranking once until the next settlement', async () => {
    const orderOf = createOrders()
    const [first, same] = await Promise.all([orderOf(FILTER), orderOf({ ...FILTER })])
    expect(same).toBe(first)
    await orderOf({ ...FILTER, firstDay: 7 })
    await orderOf({ ...FILTER, rankBy: 'total_rounds' })
    expect(found).toHaveLength(3)
    version = 'round 8'
    expect(await orderOf(FILTER)).not.toBe(first)
  })

  test('shares nothing while the index is behind', async () => {
    const orderOf = createOrders()
    version = null
    await orderOf(FILTER)
    await orderOf(FILTER)
    expect(found).toHaveLength(2)
  })

  test('holds no more orders than there are windows by rankings', async () => {
    const orderOf = createOrders()
    for (let day = 1; day <= 17; day += 1) await orderOf({ ...FILTER, firstDay: day })
    await orderOf({ ...FILTER, firstDay: 17 })
    expect(found).toHaveLength(17)
    await orderOf({ ...FILTER, firstDay: 1 })
    expect(found).toHaveLength(18)
  })
})

describe('rankIn', () => {
  test('finds an address only where one begins', () => {
    const shifted = `0x${'11'.repeat(10)}${'22'.repeat(10)}` as const
    const order = Buffer.concat([0x00, 0x11, 0x22].map((byte) => Buffer.alloc(20, byte)))
    expect(playersIn(order)).toBe(3)
    expect(rankIn(order, shifted)).toBeNull()
    expect(rankIn(Buffer.concat([order, Buffer.from(shifted.slice(2), 'hex')]), shifted)).toBe(4)
    expect(firstOf(order, 100).map((account) => rankIn(order, account))).toEqual([1, 2, 3])
    expect(rankIn(Buffer.alloc(0), shifted)).toBeNull()
  })
})
