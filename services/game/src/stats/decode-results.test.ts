import { describe, expect, test } from 'vitest'
import { decodeResults } from './decode-results.ts'

describe('decodeResults', () => {
  test('keeps bets of several markets in the order they were placed, those of a second by market', () => {
    const results = decodeResults([
      { symbol: 'BTC', text: '2 8 1000 1 0 5 1 300 0 -2 -1 ', from: 1 },
      { symbol: 'BNB', text: '3 3 900 1 1 0 1 100 0 0 -7 1 100 1 0 3 ', from: 4 },
    ])
    const rows = Array.from(results.inOrder(), (place) => [
      ...[results.markets[results.market[place] ?? -1], results.epoch[place]],
      ...[results.placedAt[place], results.win[place]],
      ...[results.profitUnits[place], results.profitRest[place]],
    ])
    expect(rows).toEqual([
      ['BNB', 4, 1000, 0, 0, -7],
      ['BTC', 8, 1000, 1, 0, 5],
      ['BNB', 5, 1100, 1, 0, 3],
      ['BTC', 9, 1300, 0, -2, -1],
    ])
  })
})
