import { LeaderboardResponse } from '@bullring/game-api/leaderboard'
import { LeaderboardRankResponse } from '@bullring/game-api/leaderboard-rank'
import { ProfitLine } from '@bullring/game-api/profit-line'
import { TradeStats } from '@bullring/game-api/trade-stats'
import { COIN_DECIMALS, parseUnits } from '@bullring/prediction/decimal'
import { percentOf } from '@bullring/prediction/ratio'
import { toUnixSeconds } from '@bullring/prediction/units'
import { parse } from '@bullring/wire/parse'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import type { Database } from '../../db/open-database.ts'
import { openDatabase } from '../../db/open-database.ts'
import {
  type LeaderboardDeps,
  leaderboardOperations,
} from '../../leaderboard/leaderboard.operations.ts'
import { findLeaders, findRank } from '../../leaderboard/leaderboard.queries.ts'
import { bullringRules } from '../../market/bullring-rules.ts'
import { coinText } from '../../market/round-figures.ts'
import { findProfitLine } from '../../stats/profit-line.queries.ts'
import { type StatsDeps, statsOperations } from '../../stats/stats.operations.ts'
import { findTotals } from '../../stats/stats.queries.ts'
import { createTestApp, type Post } from '../../testing/create-test-app.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import type { DecidedBet, RandomHistory } from '../../testing/database/random-history.ts'
import {
  anyRandomHistory,
  decidedBetsOf,
  HISTORY_ACCOUNTS,
  replaceHistory,
} from '../../testing/database/random-history.ts'

const BTC_SCHEMA = 'market_btc'
const TABLES = [
  { symbol: 'BNB', schema: null },
  { symbol: 'BTC', schema: BTC_SCHEMA },
]
/** After the last round. */
const NOW = toUnixSeconds(2_000_000)
const { clock } = bullringRules({
  schedule: { genesisTimestamp: toUnixSeconds(1_000_000), intervalSeconds: 300, strikeDelay: 0 },
  maxOracleDelay: 60,
  settlementWindow: 86_400,
  maxPayoutMultiple: 0,
})

let database: TestDatabase
let btc: Database
let post: Post

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  btc = openDatabase(database.url, () => undefined, BTC_SCHEMA)
  await migrate(database.url, BTC_SCHEMA)
  const { db } = database
  const terms = { clock, now: () => NOW }
  const all =
    <deps>(selected: deps) =>
    () => ({ selected, missing: [] })
  post = createTestApp([
    ...statsOperations(
      all<StatsDeps>({
        markets: [
          { ...terms, symbol: 'BNB', findTotals: (filter) => findTotals(db, filter) },
          { ...terms, symbol: 'BTC', findTotals: (filter) => findTotals(btc, filter) },
        ],
        findProfitLine: (filter) => findProfitLine(db, TABLES, filter),
      }),
    ),
    ...leaderboardOperations(
      all<LeaderboardDeps>({
        markets: [terms, terms],
        findLeaders: (filter) => findLeaders(db, TABLES, filter),
        findRank: (filter) => findRank(db, TABLES, filter),
      }),
    ),
  ])
})

afterAll(async () => {
  await btc.destroy()
  await database.drop()
})

type MarketBet = DecidedBet & { symbol: string; placedAt: number }

const anyHistories = fc.tuple(anyRandomHistory, anyRandomHistory)

/** Rounds of BTC open in the middle of those of BNB. */
const placedIn = (symbol: string, epoch: number) => epoch * 300 + (symbol === 'BTC' ? 150 : 0)

function placed(symbol: string, history: RandomHistory): RandomHistory {
  const bets = history.bets.map((bet) => ({ ...bet, placed_at: placedIn(symbol, bet.epoch) }))
  return { ...history, bets }
}

/** Fills both markets and returns the decided bets of both, in the order they were placed. */
async function fill([inBnb, inBtc]: [RandomHistory, RandomHistory]): Promise<MarketBet[]> {
  await replaceHistory(database.db, placed('BNB', inBnb))
  await replaceHistory(btc, placed('BTC', inBtc))
  const bets = (symbol: string, history: RandomHistory) =>
    decidedBetsOf(history).map((bet) => ({ ...bet, symbol, placedAt: placedIn(symbol, bet.epoch) }))
  return [...bets('BNB', inBnb), ...bets('BTC', inBtc)].toSorted((a, b) => a.placedAt - b.placedAt)
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)
const netOf = (bets: readonly DecidedBet[]) => sum(bets.map((bet) => bet.payout - bet.amount))
const request = async (path: string, body: object) => (await post(path, body)).json()

describe('over all markets', () => {
  test('property: statistics and profit line are those of the bets in both', async () => {
    await fc.assert(
      fc.asyncProperty(anyHistories, async (histories) => {
        const bets = await fill(histories)
        for (const account of HISTORY_ACCOUNTS) {
          const own = bets.filter((bet) => bet.account === account)
          const body = { user_address: account, symbol: 'ALL', points: 500 }
          const stats = parse(TradeStats, await request('/api/trade-stats', body))
          const won = own.filter(({ isWin }) => isWin)
          expect(stats).toMatchObject({
            total_rounds: own.length,
            won_rounds: won.length,
            net_results: coinText(netOf(own)),
            total_position: coinText(sum(own.map(({ amount }) => amount))),
          })
          const profits = won
            .map((bet) => bet.payout - bet.amount)
            .toSorted((a, b) => (a < b ? 1 : -1))
          expect(stats.best_round_profit).toBe(
            profits[0] === undefined ? null : coinText(profits[0]),
          )
          const best = won.find(
            ({ symbol, epoch }) =>
              symbol === stats.best_round_symbol && epoch === stats.best_round_epoch,
          )
          expect(best === undefined ? undefined : best.payout - best.amount).toBe(profits[0])

          const line = parse(ProfitLine, await request('/api/profit-line', body))
          const expected = own.map(({ symbol, epoch, placedAt }, index) => ({
            symbol,
            epoch,
            placed_at: placedAt,
            rounds: index + 1,
            net_results: coinText(netOf(own.slice(0, index + 1))),
          }))
          expect(line.points).toEqual(expected)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('property: an account is ranked by its sums in both', async () => {
    const anyRanking = fc.constantFrom('net_results', 'win_percent', 'total_position')
    await fc.assert(
      fc.asyncProperty(anyHistories, anyRanking, async (histories, rank_by) => {
        const bets = await fill(histories)
        const body = { symbol: 'ALL', window: 'all', rank_by }
        const rows = parse(LeaderboardResponse, await request('/api/leaderboard', body))
        // With more than 20 closed rounds, win_percent needs 10 decided ones.
        const minimum = rank_by === 'win_percent' ? 10 : 1
        const ranked = HISTORY_ACCOUNTS.filter(
          (account) => bets.filter((bet) => bet.account === account).length >= minimum,
        )
        expect(rows.map(({ user_address }) => user_address).toSorted()).toEqual(ranked.toSorted())
        for (const row of rows) {
          const own = bets.filter(({ account }) => account === row.user_address)
          const won = own.filter(({ isWin }) => isWin).length
          expect(row).toMatchObject({
            total_rounds: own.length,
            won_rounds: won,
            win_percent: percentOf(won, own.length),
            net_results: coinText(netOf(own)),
          })
          const { standing, players, minimum_rounds } = parse(
            LeaderboardRankResponse,
            await request('/api/leaderboard-rank', { ...body, user_address: row.user_address }),
          )
          expect({ players, minimum_rounds }).toEqual({
            players: ranked.length,
            minimum_rounds: minimum,
          })
          expect(standing).toEqual(row)
        }
        const values = rows.map((row) =>
          rank_by === 'win_percent' ? row.win_percent : parseUnits(row[rank_by], COIN_DECIMALS),
        )
        expect(values).toEqual(values.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)))
      }),
      { numRuns: 30 },
    )
  })

  test('a ranking reads the kept sums of each market once, and no bet', async () => {
    const accounts = 5_000
    for (const db of [database.db, btc]) {
      await sql`truncate bets, strikes`.execute(db)
      await sql`delete from standings`.execute(db)
      await sql`insert into standings
        select 'all', decode(lpad(to_hex(n), 40, '0'), 'hex'), 12, 6, n, n
        from generate_series(1, ${accounts}::int8) n`.execute(db)
      await sql`analyze`.execute(db)
    }
    const body = { symbol: 'ALL', window: 'all', limit: 3 }
    await database.db.transaction().execute(async (tx) => {
      // A connection also counts earlier reads that it has not reported yet.
      const before = await countRowsRead(tx)
      const fromEpochs = [
        await clock.currentEpoch(toUnixSeconds(0)),
        await clock.currentEpoch(toUnixSeconds(0)),
      ]
      const filter = {
        window: 'all',
        fromEpochs,
        rankBy: 'total_position',
        minimumRounds: 1,
      } as const
      const leaders = await findLeaders(tx, TABLES, { ...filter, limit: 3 })
      expect(leaders.map(({ rounds, totalPosition }) => [rounds, totalPosition])).toEqual([
        [24, 10_000n],
        [24, 9_998n],
        [24, 9_996n],
      ])
      const after = await countRowsRead(tx)
      expect(
        after.map(({ name, read }, index) => [name, read - (before[index]?.read ?? 0)]),
      ).toEqual([
        ['market_btc.bets', 0],
        ['market_btc.standings', accounts],
        ['public.bets', 0],
        ['public.standings', accounts],
      ])
    })
    const rows = parse(LeaderboardResponse, await request('/api/leaderboard', body))
    expect(rows[0]).toMatchObject({ rank: 1, total_rounds: 24 })
  })
})

/** Counts the rows of standings and bets that this connection has read. */
async function countRowsRead(db: Database): Promise<{ name: string; read: number }[]> {
  const { rows } = await sql<{ name: string; read: number }>`
    select schemaname || '.' || relname as name, seq_tup_read + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_xact_user_tables where relname in ('standings', 'bets') order by 1`.execute(db)
  return rows
}
