import { percentOf } from '@bullring/prediction/ratio'
import { toUnixSeconds } from '@bullring/prediction/units'
import { LeaderboardResponse, type LeaderboardRow } from '@bullring/wire/game-api/leaderboard'
import { parse } from '@bullring/wire/parse'
import fc from 'fast-check'
import type { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { TestDatabase } from '../db/test-database.ts'
import { createTestDatabase } from '../db/test-database.ts'
import type { DecidedBet } from '../db/test-history.ts'
import { anyHistory, decidedBetsOf, HISTORY_ACCOUNTS, replaceHistory } from '../db/test-history.ts'
import { createApp } from '../http/create-app.ts'
import { coinText } from '../http/round-figures.ts'
import type { Ranking } from './leaderboard.queries.ts'
import { findLeaders } from './leaderboard.queries.ts'
import { leaderboardRoutes } from './leaderboard.routes.ts'

/** Four hours a round: the dozen rounds of a history take two days. */
const schedule = { genesisTimestamp: toUnixSeconds(1_000_000), intervalSeconds: 14_400 }
const closeOf = (epoch: number) => 1_000_000 + (epoch + 1) * 14_400

let database: TestDatabase
let app: Hono
let now = 0

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  const routes = leaderboardRoutes({
    schedule,
    now: () => toUnixSeconds(now),
    findLeaders: (filter) => findLeaders(database.db, filter),
  })
  app = createApp({
    api: [routes],
    system: [],
    pages: null,
    hasIndex: () => true,
    allowedOrigins: [],
    log: pino({ level: 'silent' }),
  })
})

afterAll(() => database.drop())

function ask(body: unknown) {
  return app.request('/api/leaderboard', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

const RANKINGS: readonly Ranking[] = [
  'net_results',
  'win_percent',
  'total_rounds',
  'total_position',
]
const SECONDS = { day: 86_400, week: 604_800, all: 1e12 } as const

type Figures = { row: Omit<LeaderboardRow, 'rank'>; net: bigint; position: bigint }

function figuresOf(bets: readonly DecidedBet[]): Figures[] {
  return HISTORY_ACCOUNTS.flatMap((account) => {
    const own = bets.filter((bet) => bet.account === account)
    if (own.length === 0) return []
    const won = own.filter(({ isWin }) => isWin).length
    const net = own.reduce((sum, { payout, amount }) => sum + payout - amount, 0n)
    const position = own.reduce((sum, { amount }) => sum + amount, 0n)
    const row = {
      user_address: account,
      total_rounds: own.length,
      won_rounds: won,
      win_percent: percentOf(won, own.length),
      net_results: coinText(net),
      total_position: coinText(position),
    }
    return [{ row, net, position }]
  })
}

const RANK_OF: Readonly<Record<Ranking, (figures: Figures) => number | bigint>> = {
  net_results: ({ net }) => net,
  win_percent: ({ row }) => row.win_percent,
  total_rounds: ({ row }) => row.total_rounds,
  total_position: ({ position }) => position,
}

function expectedRows(bets: readonly DecidedBet[], rankBy: Ranking): LeaderboardRow[] {
  const rank = RANK_OF[rankBy]
  const ranked = figuresOf(bets).toSorted((a, b) => {
    if (rank(a) !== rank(b)) return rank(a) > rank(b) ? -1 : 1
    return a.row.user_address.toLowerCase() < b.row.user_address.toLowerCase() ? -1 : 1
  })
  return ranked.map(({ row }, index) => ({ rank: index + 1, ...row }))
}

describe('leaderboardRoutes', () => {
  test('property: ranks as going through the bets one by one does', async () => {
    const anyRequest = fc.record({
      window: fc.constantFrom('day', 'week', 'all'),
      rank_by: fc.constantFrom(...RANKINGS),
      limit: fc.integer({ min: 1, max: 4 }),
    })
    const anyNow = fc.integer({ min: closeOf(3), max: closeOf(20) })
    await fc.assert(
      fc.asyncProperty(anyHistory, anyRequest, anyNow, async (history, request, time) => {
        await replaceHistory(database.db, history)
        now = time
        const bets = decidedBetsOf(history).filter(
          ({ epoch }) => closeOf(epoch) > now - SECONDS[request.window],
        )
        const rows = parse(LeaderboardResponse, await (await ask(request)).json())
        expect(rows).toEqual(expectedRows(bets, request.rank_by).slice(0, request.limit))
      }),
      { numRuns: 100 },
    )
  })

  test('error: refuses a ranking and a window it does not know', async () => {
    expect((await ask({ rank_by: 'luck' })).status).toBe(422)
    expect((await ask({ window: 'year' })).status).toBe(422)
    expect((await ask({ symbol: 'ETH' })).status).toBe(404)
  })
})
