import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { expect, test } from 'vitest'
import { lineGeometry, nearestPoint } from './line-geometry.ts'

const BNB = 10n ** 18n

const pointsOf = (...sums: bigint[]) =>
  sums.map((netResults, index) => ({
    symbol: 'BNB',
    epoch: toEpoch(index + 1),
    placedAt: toUnixSeconds(0),
    rounds: index + 1,
    netResults,
  }))

test('starts at 0 and spans from the highest to the lowest sum', () => {
  const line = lineGeometry(pointsOf(BNB, -BNB, 0n, 3n * BNB))
  expect(line.places).toEqual([
    { x: 0, y: 75 },
    { x: 25, y: 50 },
    { x: 50, y: 100 },
    { x: 75, y: 75 },
    { x: 100, y: 0 },
  ])
  expect(line).toMatchObject({ zeroY: 75, highest: 3n * BNB, lowest: -BNB })
})

test('keeps 0 in view when all sums are losses', () => {
  expect(lineGeometry(pointsOf(-BNB, -2n * BNB))).toMatchObject({ zeroY: 0, highest: 0n })
})

test('draws one round, none, and sums that are all 0', () => {
  expect(lineGeometry(pointsOf(1n)).places).toEqual([
    { x: 0, y: 100 },
    { x: 100, y: 0 },
  ])
  expect(lineGeometry([]).places).toEqual([{ x: 0, y: 50 }])
  expect(lineGeometry(pointsOf(0n)).zeroY).toBe(50)
})

test('finds the point nearest to a pointer', () => {
  const line = lineGeometry(pointsOf(BNB, -BNB, 0n, 3n * BNB))
  expect([-5, 12, 13, 60, 200].map((x) => nearestPoint(line, x))).toEqual([0, 0, 1, 2, 4])
})
