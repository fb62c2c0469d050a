import { toEpoch, toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { betMarks } from './bet-mark.ts'

const point = (timestamp: number, price: bigint) => ({
  timestamp: toUnixSeconds(timestamp),
  price: toPriceE8(price),
  epoch: toEpoch(1),
})
const trade = (placedAt: number) => ({
  epoch: toEpoch(7),
  position: 'bull' as const,
  placedAt: toUnixSeconds(placedAt),
})

describe('betMarks', () => {
  test('are placed at the price in force, and only within the chart', () => {
    const points = [point(100, 5n), point(200, 6n)]
    const marks = betMarks([trade(250), trade(200), trade(199), trade(99)], points)
    expect(marks.map(({ at, price }) => [at, price])).toEqual([
      [250, 6n],
      [200, 6n],
      [199, 5n],
    ])
  })
})
