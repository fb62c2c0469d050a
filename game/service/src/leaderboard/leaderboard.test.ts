import { LeaderboardResponse, type LeaderboardRow } from '@bullring/game-api/leaderboard'
import { LeaderboardRankResponse } from '@bullring/game-api/leaderboard-rank'
import { percentOf } from '@bullring/prediction/ratio'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { toAddress, toBytes } from '@bullring/server/db/bytes'
import { parse } from '@bullring/wire/parse'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { StoredBlock } from '../indexer/index-model.ts'
import { createIndexStore } from '../indexer/write/index-store.ts'
import { bullringRules } from '../market/bullring-rules.ts'
import { coinText } from '../market/round-figures.ts'
import { findTotals } from '../stats/stats.queries.ts'
import type { Post } from '../testing/create-test-app.ts'
import { createTestApp } from '../testing/create-test-app.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { ONLY_TABLES, onlySelection } from '../testing/database/only-market.ts'
import type { DecidedBet, RandomHistory } from '../testing/database/random-history.ts'
import {
  anyRandomHistory,
  decidedBetsOf,
  HISTORY_ACCOUNTS,
  replaceHistory,
} from '../testing/database/random-history.ts'
import { rowsRead } from '../testing/database/rows-read.ts'
import { type LeaderboardDeps, leaderboardOperations } from './leaderboard.operations.ts'
import { findLeaders, findRank } from './leaderboard.queries.ts'
import type { Ranking } from './ranking-filter.ts'

/** Rounds of four hours: the twelve rounds of a history take two days. */
const schedule = {
  genesisTimestamp: toUnixSeconds(1_000_000),
  intervalSeconds: 14_400,
  strikeDelay: 0,
}
const rules = bullringRules({
  schedule,
  maxOracleDelay: 60,
  settlementWindow: 86_400,
  maxPayoutMultiple: 0,
})
const closeOf = (epoch: number) => 1_000_000 + (epoch + 1) * 14_400

/** TEST_DEEP=1 tries more histories. */
const RUNS = inject('isDeep') ? 200 : 12

let database: TestDatabase
let post: Post
let now = 0

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  const routes = leaderboardOperations(
    onlySelection<LeaderboardDeps>({
      markets: [{ clock: rules.clock, now: () => toUnixSeconds(now) }],
      findLeaders: (filter) => findLeaders(database.db, ONLY_TABLES, filter),
      findRank: (filter) => findRank(database.db, ONLY_TABLES, filter),
    }),
  )
  post = createTestApp(routes)
})

afterAll(() => database.drop())

const fetchLeaderboard = (body: unknown) => post('/api/leaderboard', body)

const rankOf = async (body: unknown) =>
  parse(LeaderboardRankResponse, await (await post('/api/leaderboard-rank', body)).json())

const RANKINGS: readonly Ranking[] = [
  'net_results',
  'win_percent',
  'total_rounds',
  'total_position',
]
const SECONDS = { day: 86_400, week: 604_800, month: 2_592_000, all: 1e12 } as const

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

/** @param minimum - Rounds that an account needs to be ranked. */
function expectedRows(
  bets: readonly DecidedBet[],
  rankBy: Ranking,
  minimum: number,
): LeaderboardRow[] {
  const rank = RANK_OF[rankBy]
  const enough = figuresOf(bets).filter(({ row }) => row.total_rounds >= minimum)
  const ranked = enough.toSorted((a, b) => {
    if (rank(a) !== rank(b)) return rank(a) > rank(b) ? -1 : 1
    return a.row.user_address.toLowerCase() < b.row.user_address.toLowerCase() ? -1 : 1
  })
  return ranked.map(({ row }, index) => ({ rank: index + 1, ...row }))
}

/** The minimum of the ranking: half of the few rounds that closed in the window. */
function expectedMinimum(window: keyof typeof SECONDS, rankBy: Ranking): number {
  if (rankBy !== 'win_percent') return 1
  const epochs = Array.from({ length: 30 }, (_, index) => index + 1)
  const closed = epochs.filter(
    (epoch) => closeOf(epoch) <= now && closeOf(epoch) > now - SECONDS[window],
  )
  return Math.min(10, Math.max(1, Math.ceil(closed.length / 2)))
}

/** Adds block `oldest` and drops those before it, which can then no longer be undone. */
async function keepBlocksFrom(oldest: number): Promise<void> {
  const block = { number: oldest, hash: Buffer.alloc(32), timestamp: 0 }
  await database.db.insertInto('blocks').values(block).execute()
  await database.db.deleteFrom('blocks').where('number', '<', oldest).execute()
}

async function keepDays(): Promise<void> {
  const { genesisTimestamp, intervalSeconds } = schedule
  await sql`select keep_days(${genesisTimestamp}, ${intervalSeconds})`.execute(database.db)
}

/** Compares the sums of each account with those of its bets, with and without sums by day. */
async function expectTotals(history: RandomHistory): Promise<void> {
  const bets = decidedBetsOf(history)
  const totalsOf = (fromEpoch: number) =>
    Promise.all(
      HISTORY_ACCOUNTS.map((account) =>
        findTotals(database.db, { account, fromEpoch: toEpoch(fromEpoch) }),
      ),
    )
  const readTotals = () => Promise.all([1, 2, 4, 7, 11].map(totalsOf))
  const kept = await readTotals()
  expect(kept.map((totals) => totals.map(({ totalPosition }) => totalPosition))).toEqual(
    [1, 2, 4, 7, 11].map((from) =>
      HISTORY_ACCOUNTS.map((account) =>
        bets
          .filter((bet) => bet.account === account && bet.epoch >= from)
          .reduce((sum, { amount }) => sum + amount, 0n),
      ),
    ),
  )
  await database.db.updateTable('market').set({ has_days: false }).execute()
  expect(kept).toEqual(await readTotals())
  await database.db.updateTable('market').set({ has_days: true }).execute()
}

async function forgetBlocks(): Promise<void> {
  await sql`truncate bets, blocks`.execute(database.db)
}

const VALUES: Readonly<Record<Ranking, string>> = {
  net_results: 'net_results',
  win_percent: 'round(won_rounds * 10000.0 / rounds)',
  total_rounds: 'rounds',
  total_position: 'total_position',
}

/** Returns ten ranked accounts, best to last, each with the number of those ahead. */
async function someRanks(
  rankBy: Ranking,
): Promise<{ account: Buffer; ahead: number; players: number }[]> {
  const { rows } = await sql<{ account: Buffer; ahead: number; players: number }>`
    select * from (
      select account, row_number() over (order by ${sql.raw(VALUES[rankBy])} desc, account) - 1 as ahead,
        count(*) over () as players
      from standings where span = 'all' and rounds >= ${rankBy === 'win_percent' ? 10 : 1}
    ) ranked where ahead % (players / 9) = 0 order by ahead`.execute(database.db)
  expect(rows.length).toBeGreaterThan(9)
  return rows
}

describe('leaderboardOperations', () => {
  test('property: equals a ranking computed bet by bet', async () => {
    const anyRequest = fc.record({
      window: fc.constantFrom('day', 'week', 'month', 'all'),
      rank_by: fc.constantFrom(...RANKINGS),
      limit: fc.integer({ min: 1, max: 4 }),
    })
    const anyNow = fc.integer({ min: closeOf(3), max: closeOf(20) })
    await fc.assert(
      fc.asyncProperty(anyRandomHistory, anyRequest, anyNow, async (history, request, time) => {
        await replaceHistory(database.db, history)
        now = time
        const bets = decidedBetsOf(history).filter(
          ({ epoch }) => closeOf(epoch) > now - SECONDS[request.window],
        )
        const rows = parse(LeaderboardResponse, await (await fetchLeaderboard(request)).json())
        const minimum = expectedMinimum(request.window, request.rank_by)
        const expected = expectedRows(bets, request.rank_by, minimum)
        expect(rows).toEqual(expected.slice(0, request.limit))
        for (const { row: own } of figuresOf(bets)) {
          const ranked = expected.find(({ user_address }) => user_address === own.user_address)
          expect(await rankOf({ ...request, user_address: own.user_address })).toEqual({
            players: expected.length,
            minimum_rounds: minimum,
            standing: ranked ?? { rank: null, ...own },
          })
        }
      }),
      { numRuns: RUNS },
    )
  })

  test('property: does not depend on how many rounds are final, nor on where kept windows start', async () => {
    const anyBlocks = fc.uniqueArray(fc.integer({ min: 1, max: 10 }), { maxLength: 5 })
    const strikeBlocks = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 13, maxLength: 13 })
    // The start of the kept window, at each cut; the clock decides where a request's window starts.
    const starts = fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 6, maxLength: 6 })
    const asked = fc.record({
      window: fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'all' as const),
      time: fc.integer({ min: closeOf(3), max: closeOf(20) }),
    })
    const drawings = [anyRandomHistory, strikeBlocks, anyBlocks, starts, asked] as const
    await fc.assert(
      fc.asyncProperty(...drawings, async (drawn, struckIn, cuts, from, { window, time }) => {
        now = time
        const strikes = drawn.strikes.map((strike, index) => ({
          ...strike,
          block_number: struckIn[index] ?? 1,
        }))
        const history = { ...drawn, strikes }
        await forgetBlocks()
        await replaceHistory(database.db, history)
        await keepDays()
        for (const [index, cut] of [0, ...cuts.toSorted((a, b) => a - b)].entries()) {
          await keepBlocksFrom(cut)
          for (const span of ['day', 'week', 'month']) {
            await sql`select move_window(${span}, ${from[index]})`.execute(database.db)
          }
        }
        const bets = decidedBetsOf(history).filter(
          ({ epoch }) => closeOf(epoch) > now - SECONDS[window],
        )
        const rows = parse(LeaderboardResponse, await (await fetchLeaderboard({ window })).json())
        expect(rows).toEqual(expectedRows(bets, 'net_results', 1))
        for (const row of rows) {
          const { players, standing } = await rankOf({ window, user_address: row.user_address })
          expect({ players, standing }).toEqual({ players: rows.length, standing: row })
        }
        await expectTotals(history)
      }),
      { numRuns: RUNS },
    )
    await forgetBlocks()
  })

  test('property: counts rounds once after a deep rewind', async () => {
    const blockAt = (number: number): StoredBlock => ({
      number,
      hash: `0x${'00'.repeat(32)}`,
      timestamp: toUnixSeconds(0),
    })
    now = closeOf(20)
    await fc.assert(
      fc.asyncProperty(anyRandomHistory, fc.integer({ min: 0, max: 45 }), async (history, base) => {
        await forgetBlocks()
        await replaceHistory(database.db, history)
        await keepDays()
        for (const oldest of [0, 60]) await keepBlocksFrom(oldest)
        await createIndexStore(database.db).rewind(blockAt(60), blockAt(base))
        await replaceHistory(database.db, history)
        const rows = parse(
          LeaderboardResponse,
          await (await fetchLeaderboard({ window: 'all' })).json(),
        )
        expect(rows).toEqual(expectedRows(decidedBetsOf(history), 'net_results', 1))
        await expectTotals(history)
      }),
      { numRuns: RUNS },
    )
    await forgetBlocks()
  })

  test('reads the standings near an account for its rank, not those before it', async () => {
    const tx = database.db
    await forgetBlocks()
    await sql`truncate standings`.execute(tx)
    // Few different sums, so that many accounts are equal; each statement finds more than it left.
    for (const turn of [1, 2, 3, 4]) {
      await sql`insert into standings as kept
        select 'all', decode(lpad(to_hex(n * 7919 % 20000), 40, '0'), 'hex'), 9 + n % 3, n % 10, n % 50, n % 9
        from generate_series(1, ${turn * 4_000}::int8) n
        on conflict (span, account) do update set rounds = kept.rounds + 1, won_rounds = kept.won_rounds + 1,
          net_results = kept.net_results - excluded.net_results * 2, total_position = kept.total_position + ${turn}`.execute(
        tx,
      )
      await sql`delete from standings where net_results = ${turn}`.execute(tx)
    }
    await sql`analyze standings`.execute(tx)
    for (const rankBy of RANKINGS) {
      for (const { account, ahead, players } of await someRanks(rankBy)) {
        await database.db.transaction().execute(async (ranked) => {
          const before = await rowsRead(ranked, 'standings')
          const found = await findRank(ranked, ONLY_TABLES, {
            window: 'all',
            fromEpochs: [toEpoch(1)],
            rankBy,
            account: toAddress(account),
            minimumRounds: rankBy === 'win_percent' ? 10 : 1,
          })
          expect([found.players, found.own?.rank]).toEqual([players, ahead + 1])
          expect((await rowsRead(ranked, 'standings')) - before).toBeLessThan(2_100)
        })
      }
    }
    await sql`truncate standings`.execute(tx)
    const { rows } = await sql`select * from standing_marks`.execute(tx)
    expect(rows).toEqual([])
  })

  test('gives no rank below the minimum, beside accounts with one', async () => {
    const [novice, expert] = [
      '0x00000000000000000000000000000000000000A1',
      '0x00000000000000000000000000000000000000b2',
    ] as const
    now = closeOf(30)
    await forgetBlocks()
    await sql`truncate standings`.execute(database.db)
    await sql`insert into standings values
      ('all', ${toBytes(novice)}, 9, 9, 900, 9), ('all', ${toBytes(expert)}, 10, 1, 1, 10)`.execute(
      database.db,
    )
    const asked = { window: 'all', rank_by: 'win_percent' }
    const places = await Promise.all(
      [novice, expert].map((user_address) => rankOf({ ...asked, user_address })),
    )
    expect(places).toMatchObject([
      { players: 1, minimum_rounds: 10, standing: { rank: null, total_rounds: 9 } },
      { players: 1, minimum_rounds: 10, standing: { rank: 1, total_rounds: 10 } },
    ])
    await sql`truncate standings`.execute(database.db)
  })

  test('ranks no one without a decided bet, and needs no account', async () => {
    now = closeOf(20)
    const [stranger] = HISTORY_ACCOUNTS
    const nothing = { players: 0, minimum_rounds: 1, standing: null }
    expect(await rankOf({ window: 'all', user_address: stranger })).toEqual(nothing)
    expect(await rankOf({ window: 'all', rank_by: 'win_percent' })).toEqual({
      ...nothing,
      minimum_rounds: 10,
    })
  })

  test('error: rejects an unknown ranking or window', async () => {
    expect((await fetchLeaderboard({ rank_by: 'luck' })).status).toBe(422)
    expect((await fetchLeaderboard({ window: 'year' })).status).toBe(422)
    expect((await fetchLeaderboard({ symbol: 'ETH' })).status).toBe(404)
    expect((await post('/api/leaderboard-rank', { symbol: 'ETH' })).status).toBe(404)
    expect((await post('/api/leaderboard-rank', { user_address: '0x12' })).status).toBe(422)
  })
})
