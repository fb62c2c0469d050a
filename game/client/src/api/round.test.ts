import type { Round as WireRound } from '@bullring/game-api/round'
import { describe, expect, test } from 'vitest'
import { decodeRound } from './round.ts'

function wireRound(overrides: Partial<WireRound> = {}): WireRound {
  return {
    epoch: 12,
    start_timestamp: 1_000,
    lock_timestamp: 1_300,
    close_timestamp: 1_600,
    lock_price: '612.34',
    close_price: null,
    price_change: '-0.5',
    total_amount: '3.5',
    bull_amount: '2.5',
    bear_amount: '1',
    bull_payout: 1.358,
    bear_payout: 3.395,
    treasury_fee: 300,
    display_type: 'live',
    state: 'locked',
    refund_reason: null,
    winner: null,
    expected_lock_price: null,
    expected_close_price: null,
    lock_oracle_id: '1',
    close_oracle_id: null,
    ...overrides,
  }
}

describe('decodeRound', () => {
  test('decodes decimal text without losing a wei', () => {
    expect(decodeRound(wireRound({ bull_amount: '2.500000000000000001' }))).toMatchObject({
      epoch: 12n,
      times: { startTimestamp: 1_000, lockTimestamp: 1_300, closeTimestamp: 1_600 },
      lockPrice: 61_234_000_000n,
      closePrice: null,
      priceChange: -50_000_000n,
      pool: { bullAmount: 2_500_000_000_000_000_001n, bearAmount: 10n ** 18n },
      pot: 3_500_000_000_000_000_000n,
      multiples: { bull: 1.358, bear: 3.395 },
      treasuryFee: 300n,
    })
  })

  test('has the prices that would settle a round without bets, and their difference', () => {
    const expected = { expected_lock_price: '600', expected_close_price: '599.5' }
    const unsettled = { lock_price: null, price_change: null, lock_oracle_id: null }
    const round = decodeRound(wireRound({ ...unsettled, ...expected, state: 'empty' }))
    expect(round).toMatchObject({
      lockPrice: 60_000_000_000n,
      closePrice: 59_950_000_000n,
      priceChange: -50_000_000n,
      state: { kind: 'empty' },
      closeOracleId: null,
    })
  })

  test('decodes oracle ids beyond the range of a double', () => {
    const id = '18446744073709551617'
    expect(decodeRound(wireRound({ lock_oracle_id: id }))).toMatchObject({
      lockOracleId: 18_446_744_073_709_551_617n,
      closeOracleId: null,
    })
  })

  test.each([
    [{ state: 'open' }, { kind: 'open' }],
    [{ state: 'locked' }, { kind: 'locked' }],
    [{ state: 'settling' }, { kind: 'settling' }],
    [
      { state: 'settled', winner: 'up' },
      { kind: 'settled', winner: 'bull' },
    ],
    [
      { state: 'settled', winner: 'down' },
      { kind: 'settled', winner: 'bear' },
    ],
    [
      { state: 'settled', winner: null },
      { kind: 'settled', winner: null },
    ],
    [
      { state: 'refund', refund_reason: 'tie' },
      { kind: 'refund', reason: 'tie' },
    ],
    [
      { state: 'refund', refund_reason: null },
      { kind: 'refund', reason: 'no-price' },
    ],
  ] as const)('decodes %o as %o', (overrides, state) => {
    expect(decodeRound(wireRound(overrides)).state).toEqual(state)
  })
})
