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
    const times = timeTicks(scale, width, 'en').map(({ at }) => at)
    expect(times.length).toBeGreaterThan(1)
    const steps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    expect(new Set(steps)).toEqual(new Set([step]))
    expect(Math.min(...times)).toBeGreaterThanOrEqual(START + 7)
    expect(Math.max(...times)).toBeLessThanOrEqual(START + 7 + seconds)
    const offset = new Date(START * 1_000).getTimezoneOffset() * 60
    expect(times.every((at) => (at - offset) % step === 0)).toBe(true)
  })

  test.each([
    ['a week', 7, 1_100, 1],
    ['three months', 90, 1_100, 8],
    ['ten years on a phone', 3_650, 280, 1_252],
  ])('labels the days of %s, as many as fit', (_name, days, width, step) => {
    const scale = linearScale([START + 7, START + days * 86_400], [0, width])
    const labels = timeTicks(scale, width, 'en')
    expect(labels.length).toBeGreaterThan(1)
    expect(labels.length).toBeLessThanOrEqual(width / 90)
    const [first, second] = labels.map(({ at }) => at)
    expect(second).toBe((first ?? 0) + step * 86_400)
    expect(labels[0]?.text).toMatch(/^[A-Z][a-z]{2} \d{1,2}$/)
  })

  test('shows seconds only where steps are shorter than a minute', () => {
    const texts = (seconds: number) =>
      timeTicks(linearScale([START, START + seconds], [0, 1_000]), 1_000, 'en').map(
        ({ text }) => text,
      )
    expect(texts(200)[0]).toMatch(/^\d\d:\d\d:\d\d$/)
    expect(texts(3_600)[0]).toMatch(/^\d\d:\d\d$/)
  })
})
