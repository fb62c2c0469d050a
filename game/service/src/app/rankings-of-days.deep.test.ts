import { setTimeout as sleep } from 'node:timers/promises'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { LoadShedder } from '@bullring/server/limits/load-shedder'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leaderboardOperations } from '../leaderboard/leaderboard.operations.ts'
import { createTestApp, type Post } from '../testing/create-test-app.ts'
import { onlySelection } from '../testing/only-market.ts'
import { createLeaderboards } from './leaderboards.ts'

const READ_MS = 700

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})

afterEach(() => {
  vi.useRealTimers()
})

/** Serves rankings whose sums are read for one of them at a time, as in the database. */
function serveRankings(): Post {
  const { readDays } = createLeaderboards({
    markets: { bySelection: () => onlySelection<never>({} as never) },
    shared: {} as never,
    metrics: {} as never,
    proxies: 1,
  })
  const terms = {
    clock: { firstEpochClosedAfter: () => Promise.resolve(toEpoch(1)) },
    now: () => toUnixSeconds(100 * 86_400),
  }
  const rankings = new LoadShedder({ concurrent: 1 })
  const read = () => rankings.run(() => new Promise<void>((done) => setTimeout(done, READ_MS)))
  const deps = {
    markets: [terms],
    findLeaders: () => read().then(() => []),
    findRank: () => read().then(() => ({ players: 0, own: null })),
  }
  return createTestApp(leaderboardOperations(onlySelection(deps), { readDays }))
}

test('an address that requests many rankings of days leaves room for others', async () => {
  const post = serveRankings()
  const statusOf = async (ip: string, body: object, path = '/api/leaderboard') =>
    (await post(path, body, { 'x-forwarded-for': ip })).status
  const many = [2, 3, 4, 5, 6].map((days) => statusOf('192.0.2.1', { days }))
  await passTime(100)
  const other = statusOf('192.0.2.2', { days: 7 }, '/api/leaderboard-rank')
  await passTime(5_000)
  expect(await other).toBe(200)
  expect(await Promise.all(many)).toEqual([200, 200, 503, 503, 503])
})

/** Lets requests arrive, which needs real time, and their timers expire. */
async function passTime(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    await sleep(1)
    await vi.advanceTimersByTimeAsync(100)
  }
}
