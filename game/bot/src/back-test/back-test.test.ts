import type { Round } from '@bullring/client/round'
import { toEpoch, toPriceE8, toWei } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import type { Strategy } from '../strategies/strategy.ts'
import { testRound } from '../testing/test-round.ts'
import { backTest } from './back-test.ts'

const MARKET = { kind: 'bullring', maxPayoutMultiple: 0 } as const
const up: Strategy = () => ({ position: 'bull' })

function round(epoch: number, close: bigint, overrides: Partial<Round> = {}): Round {
  return testRound({ epoch: toEpoch(epoch), closePrice: toPriceE8(close), ...overrides })
}

function run(rounds: readonly Round[], strategy: Strategy = up) {
  return backTest(rounds, { strategy, market: MARKET, stake: 100n, historyRounds: 50 })
}

describe('backTest', () => {
  test('pays as the contract would, with the stake in the pool', () => {
    // Newest first; the oldest is only history. 100 joins 100 against 100: 3 % of 300 is 9, of 291 half is 145.
    const result = run([round(3, 99n), round(2, 101n), round(1, 101n)])
    expect(result).toEqual({
      rounds: 2,
      bets: 2,
      won: 1,
      refunded: 0,
      staked: 200n,
      profit: 45n - 100n,
      drawdown: 100n,
    })
  })

  test('returns stakes of ties, and of rounds that stay one-sided', () => {
    const empty = { bullAmount: toWei(5n), bearAmount: toWei(0n) }
    const result = run([round(3, 100n), round(2, 101n, { pool: empty }), round(1, 101n)])
    expect(result).toMatchObject({ bets: 2, refunded: 2, profit: 0n })
  })

  test('decides a one-sided round that the bet has made two-sided', () => {
    const bears = { bullAmount: toWei(0n), bearAmount: toWei(100n) }
    const lonely = round(2, 101n, { pool: bears, state: { kind: 'refund', reason: 'one-sided' } })
    expect(run([lonely, round(1, 101n)])).toMatchObject({ won: 1, profit: 94n })
  })

  test('shows a strategy neither the result of its round, nor the close of the one before', () => {
    const seen: [Round, readonly Round[]][] = []
    run([round(3, 101n), round(2, 101n), round(1, 101n)], (open, history) => {
      seen.push([open, history])
      return null
    })
    const [open, history] = seen.at(-1) ?? []
    expect(open).toMatchObject({
      epoch: 3n,
      lockPrice: null,
      closePrice: null,
      state: { kind: 'open' },
    })
    expect(history).toMatchObject([
      { epoch: 2n, closePrice: null, priceChange: null, state: { kind: 'locked' } },
      { epoch: 1n, closePrice: 101n, state: { kind: 'settled' } },
    ])
  })

  test('leaves out bets above the stake', () => {
    const greedy: Strategy = () => ({ position: 'bull', amount: 101n })
    expect(run([round(2, 101n), round(1, 101n)], greedy)).toMatchObject({ rounds: 1, bets: 0 })
  })
})
