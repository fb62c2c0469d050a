import { toEpoch, toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import type { PricePoint } from '#api/round/price-point.ts'
import { chartScale, nearestPoint, priceDomain } from './chart-scale.ts'

function point(timestamp: number, dollars: number): PricePoint {
  return {
    timestamp: toUnixSeconds(timestamp),
    price: toPriceE8(BigInt(Math.round(dollars * 100)) * 1_000_000n),
    epoch: toEpoch(1n),
  }
}

const points = [point(100, 612), point(130, 613.5), point(160, 611.25)]

describe('priceDomain', () => {
  test('runs from the lowest price minus 0.5 to the highest plus 0.5', () => {
    expect(priceDomain(points.map(({ price }) => price))).toEqual([610.75, 614])
  })

  test('reaches to prices of an exchange in steps of a quarter', () => {
    const prices = points.map(({ price }) => price)
    const domainWith = (...dollars: number[]) =>
      priceDomain(
        prices,
        dollars.map((each) => point(0, each).price),
      )
    expect(domainWith(612, 614)).toEqual([610.75, 614])
    expect(domainWith(614.1)).toEqual([610.75, 614.8125])
    expect(domainWith(614.1, 614.6)).toEqual([610.75, 614.8125])
    expect(domainWith(609)).toEqual([610.75 - 3 * 0.8125, 614])
  })
})

describe('chartScale', () => {
  test('puts the oldest point left, the newest right and high prices at the top', () => {
    const { x, y } = chartScale(points, { width: 300, height: 100 })
    expect([x(100), x(130), x(160)]).toEqual([0, 150, 300])
    expect(y(614)).toBe(0)
    expect(y(610.75)).toBe(100)
  })

  test('shows the given time up to the newest point', () => {
    const { x } = chartScale(points, { width: 300, height: 100 }, { seconds: 30 })
    expect([x(130), x(160)]).toEqual([0, 300])
  })

  test('has more grid lines where there is space', () => {
    const ticksAt = (height: number) => chartScale(points, { width: 300, height }).ticks.length
    expect(ticksAt(100)).toBeLessThan(ticksAt(500))
  })

  test('puts a single point in the middle', () => {
    const { x } = chartScale(points.slice(0, 1), { width: 300, height: 100 })
    expect(x(100)).toBe(150)
  })
})

describe('nearestPoint', () => {
  test.each([
    [0, 0],
    [114, 0],
    [116, 1],
    [146, 2],
    [999, 2],
  ])('of second %i is point %i', (timestamp, index) => {
    expect(nearestPoint(points, timestamp)).toBe(index)
  })
})
