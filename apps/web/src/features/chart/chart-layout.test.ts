import { describe, expect, test } from 'vitest'
import { labelY } from './chart-layout.ts'

describe('labelY', () => {
  test.each([
    ['far away', 100, 200, 100],
    ['just above the tag', 95, 100, 80],
    ['just below it', 105, 100, 120],
    ['at the same height', 100, 100, 120],
  ])('of a label %s', (_name, line, tag, y) => {
    expect(labelY(line, tag)).toBe(y)
  })
})
