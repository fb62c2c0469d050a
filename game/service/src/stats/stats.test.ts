import { ProfitLine } from '@bullring/game-api/profit-line'
import { TradeStats } from '@bullring/game-api/trade-stats'
import { COIN_DECIMALS, parseUnits } from '@bullring/prediction/decimal'
import { multipleOf, percentOf } from '@bullring/prediction/ratio'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { toBytes } from '@bullring/server/db/bytes'
import { parse } from '@bullring/wire/parse'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { bullringRules } from '../market/bullring-rules.ts'
import { coinText } from '../market/round-figures.ts'
import type { Post } from '../testing/create-test-app.ts'
import { createTestApp } from '../testing/create-test-app.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { streaksOf } from '../testing/database/expected-line.ts'
import { ONLY_TABLES, onlySelection } from '../testing/database/only-market.ts'
import type { DecidedBet } from '../testing/database/random-history.ts'
import {
  anyRandomHistory,
  decidedBetsOf,
  HISTORY_ACCOUNTS,
  replaceHistory,
} from '../testing/database/random-history.ts'
import { rowsRead } from '../testing/database/rows-read.ts'
import { findProfitLine } from './profit-line.queries.ts'
import { type StatsDeps, statsOperations } from './stats.operations.ts'
import { findTotals } from './stats.queries.ts'

const [ALICE = '0x', BOB = '0x'] = HISTORY_ACCOUNTS

/** Rounds of four hours: the twelve rounds of a history take two days. */
const schedule = {
  genesisTimestamp: toUnixSeconds(1_000_000),
  intervalSeconds: 14_400,
  strikeDelay: 0,
}
const { clock } = bullringRules({
  schedule,
  maxOracleDelay: 60,
  settlementWindow: 86_400,
  maxPayoutMultiple: 0,
})
const closeOf = (epoch: number) => 1_000_000 + (epoch + 1) * 14_400

let now = 0
let database: TestDatabase
let post: Post

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  post = createTestApp(
    statsOperations(
      onlySelection<StatsDeps>({
        markets: [
          {
            symbol: 'BNB',
            clock,
            now: () => toUnixSeconds(now),
            findTotals: (filter) => findTotals(database.db, filter),
          },
        ],
        findProfitLine: (filter) => findProfitLine(database.db, ONLY_TABLES, filter),
      }),
    ),
  )
})

afterAll(() => database.drop())

const fetchStats = (body: unknown) => post('/api/trade-stats', body)

const statsOf = async (account: Address) =>
  parse(TradeStats, await (await fetchStats({ user_address: account })).json())

const weiOf = ({ net_results: net }: ProfitLine['points'][number]) => parseUnits(net, COIN_DECIMALS)

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)

/** Computes the same statistics bet by bet. */
function expectedStats(bets: readonly DecidedBet[]): TradeStats {
  const won = bets.filter(({ isWin }) => isWin)
  const lost = bets.filter(({ isWin }) => !isWin)
  const profit = ({ payout, amount }: DecidedBet) => payout - amount
  const loss = ({ payout, amount }: DecidedBet) => amount - payout
  const net = sum(won.map(profit)) - sum(lost.map(loss))
  const position = sum(bets.map(({ amount }) => amount))
  const average = (total: bigint) => coinText(bets.length === 0 ? 0n : total / BigInt(bets.length))
  const [best] = won.toSorted((a, b) => {
    const difference = profit(b) - profit(a)
    return difference === 0n ? a.epoch - b.epoch : Number(difference > 0n) * 2 - 1
  })
  return {
    total_rounds: bets.length,
    won_rounds: won.length,
    lost_rounds: lost.length,
    win_percent: percentOf(won.length, bets.length),
    net_results: coinText(net),
    avg_return: average(net),
    avg_position: average(position),
    best_round_epoch: best?.epoch ?? null,
    best_round_symbol: best ? 'BNB' : null,
    best_round_profit: best ? coinText(profit(best)) : null,
    best_round_multiplier: best ? multipleOf(best.payout, best.amount) : null,
    total_won: coinText(sum(won.map(profit))),
    total_lost: coinText(sum(lost.map(loss))),
    total_position: coinText(position),
  }
}

const lineOf = async (body: { user_address: Address; window?: string; points?: number }) =>
  parse(ProfitLine, await (await post('/api/profit-line', body)).json())

/** The sum after each bet, in order. */
function expectedPoints(bets: readonly DecidedBet[]): ProfitLine['points'] {
  const ordered = bets.toSorted((a, b) => a.epoch - b.epoch)
  return ordered.map(({ epoch }, index) => ({
    symbol: 'BNB',
    epoch,
    placed_at: 0,
    rounds: index + 1,
    net_results: coinText(
      sum(ordered.slice(0, index + 1).map(({ payout, amount }) => payout - amount)),
    ),
  }))
}

function expectedStreaks(bets: readonly DecidedBet[]): Omit<ProfitLine, 'points'> {
  const ordered = bets.toSorted((a, b) => a.epoch - b.epoch)
  const { currentStreak, longestWins, longestLosses } = streaksOf(ordered.map(({ isWin }) => isWin))
  return {
    current_streak: currentStreak,
    longest_win_streak: longestWins,
    longest_loss_streak: longestLosses,
  }
}

function expectExtremes(all: ProfitLine['points'], shown: ProfitLine['points']): void {
  const byValue = all.toSorted((a, b) => (weiOf(a) < weiOf(b) ? -1 : 1))
  const ends = [all[0], all.at(-1)].filter((point) => point !== undefined)
  expect(shown).toEqual(expect.arrayContaining(ends))
  const extremes = [byValue[0], byValue.at(-1)].flatMap((point) => point?.net_results ?? [])
  expect(shown.map(({ net_results: net }) => net)).toEqual(expect.arrayContaining(extremes))
}

/** Adds a decided round of `count` bets of ALICE, who wins the first of every three rounds. */
async function fillLongHistory(count: number): Promise<void> {
  await sql`truncate bets, strikes`.execute(database.db)
  await sql`
    insert into bets
    select unnest(array[${toBytes(ALICE)}::bytea, ${toBytes(BOB)}::bytea]), n, unnest(array[1, 2]),
      10::numeric ^ 18 * n, '', n, n, unnest(array[0, 1])
    from generate_series(1, ${count}::int8) n`.execute(database.db)
  await sql`
    insert into strikes
    select n, sum(case when n % 3 = 2 then 1 else -1 end) over (order by n) + 100000, n, n, 2
    from generate_series(1, ${count}::int8 + 1) n`.execute(database.db)
}

describe('POST /api/profit-line', () => {
  test('property: agrees with the rules of the game, bet by bet, in every window', async () => {
    const anyTime = fc.integer({ min: closeOf(3), max: closeOf(20) })
    const anyWindow = fc.constantFrom('day' as const, 'week' as const, 'all' as const)
    await fc.assert(
      fc.asyncProperty(anyRandomHistory, anyWindow, anyTime, async (history, window, time) => {
        await replaceHistory(database.db, history)
        now = time
        const seconds = { day: 86_400, week: 604_800, all: Number.POSITIVE_INFINITY }[window]
        const bets = decidedBetsOf(history).filter(({ epoch }) => closeOf(epoch) > now - seconds)
        for (const account of HISTORY_ACCOUNTS) {
          const own = bets.filter((bet) => bet.account === account)
          const line = await lineOf({ user_address: account, window })
          expect(line).toEqual({ points: expectedPoints(own), ...expectedStreaks(own) })
          const stats = await (await fetchStats({ user_address: account, window })).json()
          expect(stats).toEqual(expectedStats(own))
        }
      }),
      { numRuns: 40 },
    )
  })

  test('property: a short line keeps the first, the last, the highest and the lowest sum', async () => {
    const anyPoints = fc.integer({ min: 4, max: 12 })
    await fc.assert(
      fc.asyncProperty(anyRandomHistory, anyPoints, async (history, points) => {
        await replaceHistory(database.db, history)
        for (const account of HISTORY_ACCOUNTS) {
          const all = expectedPoints(
            decidedBetsOf(history).filter((bet) => bet.account === account),
          )
          const shown = (await lineOf({ user_address: account, points })).points
          expect(shown.length).toBeLessThanOrEqual(points)
          expect(all).toEqual(expect.arrayContaining(shown))
          expectExtremes(all, shown)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('answers for 10,000 bets with few points', async () => {
    await fillLongHistory(10_000)
    await sql`analyze`.execute(database.db)
    const line = await lineOf({ user_address: ALICE })
    expect(line.points.at(-1)?.rounds).toBe(10_000)
    expect(line.points.length).toBeGreaterThan(50)
    expect(line.points.length).toBeLessThanOrEqual(200)
    expect(line).toMatchObject({ longest_win_streak: 1, longest_loss_streak: 2 })
    await sql`truncate bets, strikes`.execute(database.db)
    await sql`vacuum analyze`.execute(database.db)
  })

  test('is empty for an account without bets', async () => {
    const line = await lineOf({ user_address: '0x000000000000000000000000000000000000dEaD' })
    expect(line).toEqual({ points: [], ...expectedStreaks([]) })
  })

  test('error: rejects another market, an invalid address and too few points', async () => {
    const statusOf = async (body: object) =>
      (await post('/api/profit-line', { user_address: ALICE, ...body })).status
    expect(await statusOf({ symbol: 'ETH' })).toBe(404)
    expect(await statusOf({ user_address: '0x12' })).toBe(422)
    expect(await statusOf({ points: 3 })).toBe(422)
  })
})

describe('statsOperations', () => {
  test('property: agrees with the rules of the game, bet by bet', async () => {
    let decided = 0
    await fc.assert(
      fc.asyncProperty(anyRandomHistory, async (history) => {
        await replaceHistory(database.db, history)
        const bets = decidedBetsOf(history)
        decided += bets.length
        for (const account of HISTORY_ACCOUNTS) {
          const own = bets.filter((bet) => bet.account === account)
          expect(await statsOf(account)).toEqual(expectedStats(own))
        }
      }),
      { numRuns: 60 },
    )
    expect(decided).toBeGreaterThan(20)
  })

  test('reads of rounds only those of the window', async () => {
    await fillLongHistory(10_000)
    await sql`select keep_final_rounds(array(select epoch from decided_rounds))`.execute(
      database.db,
    )
    const block = { number: 20_000, hash: Buffer.alloc(32), timestamp: 0 }
    await database.db.insertInto('blocks').values(block).execute()
    await sql`analyze`.execute(database.db)
    await database.db.transaction().execute(async (tx) => {
      const before = await rowsRead(tx, 'final_rounds')
      const totals = await findTotals(tx, { account: ALICE, fromEpoch: toEpoch(9_901) })
      expect(totals.wonRounds + totals.lostRounds).toBe(100)
      expect((await rowsRead(tx, 'final_rounds')) - before).toBeLessThan(200)
    })
    await sql`truncate bets, strikes, blocks`.execute(database.db)
    await sql`vacuum analyze`.execute(database.db)
  })

  test('returns zeros and no best round for an account without bets', async () => {
    const stats = await statsOf('0x000000000000000000000000000000000000dEaD')
    expect(stats).toEqual(expectedStats([]))
    expect(stats).toMatchObject({ total_rounds: 0, net_results: '0', best_round_epoch: null })
  })

  test('error: rejects another market and an invalid address', async () => {
    expect((await fetchStats({ user_address: ALICE, symbol: 'ETH' })).status).toBe(404)
    expect((await fetchStats({ user_address: '0x12' })).status).toBe(422)
  })
})
