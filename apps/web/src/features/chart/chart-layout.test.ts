import { describe, expect, test } from 'vitest'
import { labelPlaces } from './chart-layout.ts'

describe('labelPlaces', () => {
  test.each([
    ['far away', [100], 200, [100]],
    ['just above the tag', [95], 100, [80]],
    ['just below it', [105], 100, [120]],
    ['at the same height', [100], 100, [120]],
    ['with room beside the tag', [100, 140], 100, [120, 140]],
    ['whose place another label has', [100, 130], 100, [null, 130]],
  ])('of a label %s', (_name, lines, tag, places) => {
    expect(labelPlaces(lines, tag)).toEqual(places)
  })
})
