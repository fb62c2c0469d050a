import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createIndexStore } from '../indexer/index-store.ts'
import type { TestDatabase } from '../testing/create-test-database.ts'
import { createTestDatabase } from '../testing/create-test-database.ts'
import { ONLY_TABLES } from '../testing/only-market.ts'
import { findLeaders, findRank } from './leaderboard.queries.ts'
import type { RankingFilter } from './ranking-filter.ts'
import { type SumsRow, toStanding } from './standing.ts'

const DAYS = 9

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  const { db } = database
  const hash = `0x${'00'.repeat(32)}` as const
  await createIndexStore(db).restart(
    {
      ...({ kind: 'bullring', chainId: 1, prediction: `0x${'aa'.repeat(20)}` } as const),
      ...{ genesisHash: hash, startBlock: 1, maxPayoutMultiple: 0 },
    },
    { number: 0, hash, timestamp: toUnixSeconds(0) },
  )
  // Some accounts played on each day, some of them on others only; few different sums, so that many are equal.
  await sql`insert into day_standings (account, day, rounds, won_rounds, net_results, total_position, total_won)
    select decode(lpad(to_hex(n * 7919 % 101), 40, '0'), 'hex'), day, 1 + n * day % 4, n * day % 2,
      n * day % 7 * 1e17 - 3e17, n % 5 * 1e29, 0
    from generate_series(1, 100) n, generate_series(1, ${DAYS}) day where n * day % 3 < 2`.execute(
    db,
  )
  await sql`insert into standings
    select 'all', account, sum(rounds), sum(won_rounds), sum(net_results), sum(total_position)
    from day_standings group by account`.execute(db)
  await sql`update market set has_days = true`.execute(db)
})

afterAll(() => database.drop())

const VALUES = {
  net_results: 'net_results',
  win_percent: 'round(won_rounds * 10000.0 / rounds)',
  total_rounds: 'rounds',
  total_position: 'total_position',
} as const

async function expectedSince(firstDay: number, { rankBy, minimumRounds }: RankingFilter) {
  const { rows } = await sql<SumsRow>`
    select * from (
      select account, sum(rounds)::int8 as rounds, sum(won_rounds)::int8 as won_rounds,
        sum(net_results) as net_results, sum(total_position) as total_position
      from day_standings where day >= ${firstDay} group by account
    ) sums where rounds >= ${minimumRounds}
    order by ${sql.raw(VALUES[rankBy])} desc, account`.execute(database.db)
  return rows.map(toStanding)
}

describe('findSums', () => {
  test.each(Object.keys(VALUES) as (keyof typeof VALUES)[])(
    'orders by %s since any day as the sums of these days',
    async (rankBy) => {
      for (let firstDay = 0; firstDay <= DAYS + 1; firstDay += 1) {
        const filter: RankingFilter = {
          ...{ window: 'all', firstDay, fromEpochs: [toEpoch(1)], rankBy },
          minimumRounds: rankBy === 'win_percent' ? 10 : 1,
        }
        const expected = await expectedSince(firstDay, filter)
        const leaders = await findLeaders(database.db, ONLY_TABLES, { ...filter, limit: 1_000 })
        expect(leaders).toEqual(expected)
        const [account = null] = expected.slice(-3).map((standing) => standing.account)
        const { players, own } = await findRank(database.db, ONLY_TABLES, { ...filter, account })
        expect(players).toBe(expected.length)
        expect(own?.rank).toBe(account === null ? undefined : Math.max(players - 2, 1))
      }
    },
  )
})
