import { toEpoch, toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import { expect, test } from 'vitest'
import type { ChartScale } from '../scale/chart-scale.ts'
import { linearScale } from '../scale/linear-scale.ts'
import { priceArea, pricePath } from './price-path.ts'

const DAY = 86_400
const scale: ChartScale = {
  x: linearScale([0, 1], [0, 1]),
  y: linearScale([0, 1], [0, 1]),
  ticks: [],
}
const at = (timestamp: number, dollars: bigint) => ({
  timestamp: toUnixSeconds(timestamp),
  price: toPriceE8(dollars * 100_000_000n),
  epoch: toEpoch(1n),
})

test('each answer is in force until the next one', () => {
  expect(pricePath([at(0, 5n), at(60, 6n), at(DAY, 7n)], scale)).toBe('M0 5H60V6H86400V7')
})

test('no price is drawn between answers that lie further apart than any feed lets them', () => {
  const points = [at(0, 5n), at(60, 6n), at(90 * DAY, 7n), at(90 * DAY + 60, 8n)]
  expect(pricePath(points, scale)).toBe('M0 5H60V6M7776000 7H7776060V8')
  expect(priceArea(points, scale, 9)).toBe('M0 5H60V6V9H0ZM7776000 7H7776060V8V9H7776000Z')
})
