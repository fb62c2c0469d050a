import { describe, expect, test } from 'vitest'
import { linearScale } from './linear-scale.ts'
import { timeTicks } from './time-ticks.ts'

/** Midnight UTC; the tests run in UTC or a zone of whole quarters of an hour. */
const START = 1_700_006_400

describe('timeTicks', () => {
  test.each([
    ['200 s', 200, 1_100, 30],
    ['an hour', 3_600, 1_100, 600],
    ['an hour on a phone', 3_600, 280, 1_800],
    ['four minutes on the narrowest phone', 240, 166, 120],
    ['a day', 86_400, 1_100, 10_800],
  ])('labels round times of %s', (_name, seconds, width, step) => {
    const scale = linearScale([START + 7, START + 7 + seconds], [0, width])
    const times = timeTicks(scale, width).map(({ at }) => at)
    expect(times.length).toBeGreaterThan(1)
    const steps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    expect(new Set(steps)).toEqual(new Set([step]))
    expect(Math.min(...times)).toBeGreaterThanOrEqual(START + 7)
    expect(Math.max(...times)).toBeLessThanOrEqual(START + 7 + seconds)
    const offset = new Date(START * 1_000).getTimezoneOffset() * 60
    expect(times.every((at) => (at - offset) % step === 0)).toBe(true)
  })

  test('shows seconds only where steps are shorter than a minute', () => {
    const texts = (seconds: number) =>
      timeTicks(linearScale([START, START + seconds], [0, 1_000]), 1_000).map(({ text }) => text)
    expect(texts(200)[0]).toMatch(/^\d\d:\d\d:\d\d$/)
    expect(texts(3_600)[0]).toMatch(/^\d\d:\d\d$/)
  })
})
