import { describe, expect, test } from 'vitest'
import { linearScale, ticks } from './linear-scale.ts'

describe('linearScale', () => {
  test('maps values in proportion, also to a reversed pixel range', () => {
    const y = linearScale([610, 620], [200, 0])
    expect([610, 612.5, 620, 625].map(y)).toEqual([200, 150, 0, -100])
  })

  test('inverts a pixel to its value', () => {
    const x = linearScale([100, 160], [0, 300])
    expect([0, 75, 300].map(x.invert)).toEqual([100, 115, 160])
  })
})

describe('ticks', () => {
  test.each([
    [[610.75, 614], 4, [611, 612, 613, 614]],
    [[612.1, 613.1], 4, [612.2, 612.4, 612.6, 612.8, 613]],
    [[590, 640], 4, [590, 600, 610, 620, 630, 640]],
    [[0, 150], 4, [0, 50, 100, 150]],
    [[599.9, 622], 4, [600, 605, 610, 615, 620]],
    [[0, 30], 4, [0, 10, 20, 30]],
  ] as const)('of %j in about %i steps are %j', (domain, count, expected) => {
    const found = ticks(domain, count).map((tick) => Number(tick.toFixed(6)))
    expect(found).toEqual(expected)
  })
})
