import { multipleOf, percentOf } from '@bullring/prediction/ratio'
import { TradeStats } from '@bullring/wire/game-api/trade-stats'
import { parse } from '@bullring/wire/parse'
import fc from 'fast-check'
import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { coinText } from '../market/round-figures.ts'
import type { Post } from '../testing/create-test-app.ts'
import { createTestApp } from '../testing/create-test-app.ts'
import type { TestDatabase } from '../testing/create-test-database.ts'
import { createTestDatabase } from '../testing/create-test-database.ts'
import type { DecidedBet } from '../testing/random-history.ts'
import {
  anyRandomHistory,
  decidedBetsOf,
  HISTORY_ACCOUNTS,
  replaceHistory,
} from '../testing/random-history.ts'
import { statsOperations } from './stats.operations.ts'
import { findTotals } from './stats.queries.ts'

const ALICE = HISTORY_ACCOUNTS[0] ?? '0x'

let database: TestDatabase
let post: Post

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  post = createTestApp(
    statsOperations({ findTotals: (account) => findTotals(database.db, account) }),
  )
})

afterAll(() => database.drop())

const fetchStats = (body: unknown) => post('/api/trade-stats', body)

const statsOf = async (account: Address) =>
  parse(TradeStats, await (await fetchStats({ user_address: account })).json())

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
    best_round_profit: best ? coinText(profit(best)) : null,
    best_round_multiplier: best ? multipleOf(best.payout, best.amount) : null,
    total_won: coinText(sum(won.map(profit))),
    total_lost: coinText(sum(lost.map(loss))),
    total_position: coinText(position),
  }
}

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
