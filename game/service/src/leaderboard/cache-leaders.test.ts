import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../testing/create-test-app.ts'
import { onlySelection } from '../testing/database/only-market.ts'
import { cacheLeaders } from './cache-leaders.ts'
import { leaderboardOperations } from './leaderboard.operations.ts'
import type { LeaderboardFilter } from './ranking-filter.ts'

let queries: LeaderboardFilter[]
let version: string | null
let isBroken: boolean

beforeEach(() => {
  queries = []
  version = 'round 7'
  isBroken = false
})

function createRequests() {
  const findLeaders = (filter: LeaderboardFilter) => {
    queries.push(filter)
    if (isBroken) return Promise.reject(new Error('no database'))
    const leader = { rounds: 1, wonRounds: 1, netResults: 1n, totalPosition: 1n }
    return Promise.resolve(
      Array.from({ length: filter.limit }, (_, index) => ({
        ...leader,
        account: `0x${index.toString(16).padStart(40, '0')}` as const,
      })),
    )
  }
  const app = createTestApp(
    leaderboardOperations(
      onlySelection({
        markets: [
          {
            clock: { firstEpochClosedAfter: () => Promise.resolve(toEpoch(1)) },
            now: () => toUnixSeconds(1_000),
          },
        ],
        findLeaders: cacheLeaders(findLeaders, () => version),
        findRank: () => Promise.resolve({ players: 0, own: null }),
      }),
    ),
  )
  return async (body: unknown) => {
    const response = await app('/api/leaderboard', body)
    return response.ok ? ((await response.json()) as unknown[]).length : response.status
  }
}

describe('cacheLeaders', () => {
  test('runs one query however requests are written and however many rows they ask for', async () => {
    const lengthOf = createRequests()
    const limits = [1, 20, 100, 7]
    const lengths = await Promise.all(
      limits.map((limit) => lengthOf({ limit, symbol: 'BNB', window: 'all' })),
    )
    expect(lengths).toEqual(limits)
    expect(await lengthOf({ window: 'all', limit: 3 })).toBe(3)
    expect(queries).toHaveLength(1)
  })

  test('runs a query for each window and ranking, and again after a settlement', async () => {
    const lengthOf = createRequests()
    const requestAll = async () => {
      await lengthOf({ window: 'day' })
      await lengthOf({ window: 'week' })
      await lengthOf({ window: 'week', rank_by: 'total_rounds' })
    }
    await requestAll()
    await requestAll()
    expect(queries).toHaveLength(3)
    version = 'round 8'
    await requestAll()
    expect(queries).toHaveLength(6)
  })

  test('caches nothing while the index is behind, and no failure', async () => {
    const lengthOf = createRequests()
    isBroken = true
    expect(await lengthOf({})).toBe(500)
    isBroken = false
    expect(await lengthOf({ limit: 5 })).toBe(5)
    version = null
    await lengthOf({})
    await lengthOf({})
    expect(queries).toHaveLength(4)
  })
})
