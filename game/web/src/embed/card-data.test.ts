import { describe, expect, test } from 'vitest'
import { readClock, readConfig, readLastPrice, readRound, readSpreadMs } from './card-data.ts'

const ROUND = {
  epoch: 7,
  lock_timestamp: 1_700_000_000,
  total_amount: '1.5',
  bull_payout: 1.94,
  bear_payout: 0,
}

describe('readRound', () => {
  test('reads what the card shows', () => {
    expect(readRound({ ...ROUND, state: 'open' })).toEqual({
      epoch: 7,
      lockTimestamp: 1_700_000_000,
      pot: 1_500_000_000_000_000_000n,
      up: 1.94,
      down: 0,
    })
  })

  test.each([
    null,
    [],
    'round',
    { ...ROUND, epoch: '7' },
    { ...ROUND, bull_payout: Number.NaN },
    { ...ROUND, total_amount: 1.5 },
    { ...ROUND, total_amount: '<b>1</b>' },
  ])('error: %j is no round', (value) => {
    expect(() => readRound(value)).toThrow()
  })
})

test('readLastPrice takes the newest, and none from an empty list', () => {
  expect(readLastPrice([{ price: '1' }, { price: '861.5' }])).toBe(861_50000000n)
  expect(readLastPrice([])).toBeNull()
})

test('readClock knows an index before its first block', () => {
  const clock = readClock({ server_time: 5.5, block_timestamp: null })
  expect(clock).toEqual({ serverTime: 5.5, blockTimestamp: null })
})

test('readSpreadMs requires a time', () => {
  expect(readSpreadMs({ spread_ms: 500 })).toBe(500)
  expect(() => readSpreadMs({})).toThrow()
})

test('readConfig leaves out languages that the card does not have', () => {
  const chain = { nativeCurrency: { symbol: 'tBNB' } }
  const config = readConfig({ chain, markets: { BNB: {} }, languages: ['tr', 'xx', 'toString', 1] })
  expect(config).toEqual({ markets: ['BNB'], languages: ['tr'], coin: 'tBNB' })
})
