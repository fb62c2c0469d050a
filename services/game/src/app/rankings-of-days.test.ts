import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { expect, test } from 'vitest'
import { leaderboardOperations } from '../leaderboard/leaderboard.operations.ts'
import { createTestApp } from '../testing/create-test-app.ts'
import { onlySelection } from '../testing/only-market.ts'
import { createLeaderboards } from './leaderboards.ts'

test('reads two rankings of days at once for each address, and others as before', async () => {
  const { promise: database, resolve: respond } = Promise.withResolvers<void>()
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
  const post = createTestApp(
    leaderboardOperations(
      onlySelection({
        markets: [terms],
        findLeaders: () => database.then(() => []),
        findRank: () => database.then(() => ({ players: 0, own: null })),
      }),
      { readDays },
    ),
  )
  const statusOf = async (ip: string, body: object, path = '/api/leaderboard') =>
    (await post(path, body, { 'x-forwarded-for': ip })).status
  const first = [statusOf('192.0.2.1', { days: 2 }), statusOf('192.0.2.1', { days: 3 })]
  const refused = await post('/api/leaderboard', { days: 4 }, { 'x-forwarded-for': '192.0.2.1' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await statusOf('192.0.2.1', { days: 5 }, '/api/leaderboard-rank')).toBe(429)
  const others = [statusOf('192.0.2.1', { window: 'week' }), statusOf('192.0.2.2', { days: 4 })]
  respond()
  expect(await Promise.all([...first, ...others])).toEqual([200, 200, 200, 200])
  expect(await statusOf('192.0.2.1', { days: 4 })).toBe(200)
})
