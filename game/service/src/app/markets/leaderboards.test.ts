import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { leaderboardOperations } from '../../leaderboard/leaderboard.operations.ts'
import { createTestApp, type Post } from '../../testing/create-test-app.ts'
import { createTwoMarkets, type TwoMarkets } from '../../testing/database/two-markets.ts'
import { createLeaderboards } from './leaderboards.ts'

let markets: TwoMarkets
let post: Post
let refused: string[]

beforeAll(async () => {
  markets = await createTwoMarkets(inject('postgresUrl'))
  const clock = { firstEpochClosedAfter: () => Promise.resolve(toEpoch(1)) }
  const selected = markets.tables.map((config) => ({
    config,
    reads: { usual: { rounds: { clock }, now: () => toUnixSeconds(100 * 86_400) } },
    versions: { settled: () => null, newest: () => null },
  }))
  const leaderboards = createLeaderboards({
    markets: { select: () => ({ markets: selected as never, missing: [] }) },
    view: 'usual',
    shared: markets.db,
    metrics: { reads: { shed: (queue: string) => refused.push(queue) } } as never,
    proxies: 1,
  })
  post = createTestApp(leaderboardOperations(leaderboards.select, leaderboards))
})

afterAll(() => markets.drop())

/** Sends requests for all markets from these addresses while the sums are locked for two seconds; returns their outcomes. */
async function statusesOf(ips: readonly string[]): Promise<number[]> {
  refused = []
  const sent: Promise<Response>[] = []
  await markets.db.transaction().execute(async (tx) => {
    await sql`lock table standings in access exclusive mode`.execute(tx)
    for (const ip of ips) {
      const body = { symbol: 'ALL', window: 'all' }
      sent.push(post('/api/leaderboard-rank', body, { 'x-forwarded-for': ip }))
    }
    await sql`select pg_sleep(2)`.execute(tx)
  })
  return (await Promise.all(sent)).map(({ status }) => status)
}

describe('createLeaderboards', () => {
  test('adds up one ranking at a time, and refuses those that wait too long', async () => {
    expect(await statusesOf(['192.0.2.1', '192.0.2.2', '192.0.2.3'])).toEqual([200, 503, 503])
    expect(refused).toEqual(['rankings', 'rankings'])
  })

  test('lets those of one address wait for each other first', async () => {
    expect(await statusesOf(['192.0.2.1', '192.0.2.1', '192.0.2.1'])).toEqual([200, 503, 503])
    expect(refused).toEqual([])
  })
})
