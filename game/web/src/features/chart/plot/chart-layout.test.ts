import { describe, expect, test } from 'vitest'
import { labelPlaces, tagText } from './chart-layout.ts'

test.each([
  ['$612.5000', '$612.5000'],
  ['$64034.4238', '$64034.4238'],
  ['$123456.7891', '$123456.78'],
])('the tag of %s has room for %s', (price, text) => {
  expect(tagText(price)).toBe(text)
})

describe('labelPlaces', () => {
  test.each([
    ['far away', [100], 200, [100]],
    ['just above the tag', [95], 100, [80]],
    ['just below it', [105], 100, [120]],
    ['a pixel below it', [101], 100, [120]],
    ['at the same height', [100], 100, [null]],
    ['with room beside the tag', [101, 140], 100, [120, 140]],
    ['whose place another label has', [101, 130], 100, [null, 130]],
  ])('of a label %s', (_name, lines, tag, places) => {
    expect(labelPlaces(lines, tag)).toEqual(places)
  })
})
