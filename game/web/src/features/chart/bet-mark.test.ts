import { toEpoch, toPriceE8, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { betMarks } from './bet-mark.ts'
import type { ChartBand } from './chart-band.ts'

const point = (timestamp: number, price: bigint) => ({
  timestamp: toUnixSeconds(timestamp),
  price: toPriceE8(price),
  epoch: toEpoch(1),
})
const trade = (epoch: number) => ({
  epoch: toEpoch(epoch),
  position: 'bull' as const,
  stake: toWei(5n),
})
const band = (epoch: number, from: number): ChartBand => ({
  epoch: toEpoch(epoch),
  from: toUnixSeconds(from),
  to: toUnixSeconds(from + 60),
  lockPrice: null,
  closePrice: null,
  tone: 'up',
})

describe('betMarks', () => {
  const points = [point(100, 5n), point(200, 6n)]

  test('are placed at the lock of their round, at the price in force, and only within the chart', () => {
    const marks = betMarks([trade(9), trade(8), trade(7)], points, [band(7, 99), band(8, 159)])
    expect(marks.map(({ epoch, at, price }) => [epoch, at, price])).toEqual([
      [9n, 219, 6n],
      [8n, 159, 5n],
    ])
  })

  test('count the lock of a round without a band from the newest one', () => {
    const marks = betMarks([trade(10), trade(6)], points, [band(8, 250)])
    expect(marks.map(({ epoch, at }) => [epoch, at])).toEqual([
      [10n, 370],
      [6n, 130],
    ])
  })

  test('error: no round is known yet', () => {
    expect(betMarks([trade(9)], points, [])).toEqual([])
  })
})
