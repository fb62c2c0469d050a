import { describe, expect, test } from 'vitest'
import { isLabelFree, tagText } from './chart-layout.ts'

test.each([
  ['$612.5000', '$612.5000'],
  ['$64034.4238', '$64034.4238'],
  ['$123456.7891', '$123456.78'],
])('the tag of %s has room for %s', (price, text) => {
  expect(tagText(price)).toBe(text)
})

describe('isLabelFree', () => {
  test.each([
    ['far above the tag', 50, true],
    ['just clear of it', 82, true],
    ['touching it', 83, false],
    ['at the same height', 100, false],
    ['touching it from below', 117, false],
    ['just clear below it', 118, true],
  ])('of a label %s', (_name, line, isFree) => {
    expect(isLabelFree(line, 100)).toBe(isFree)
  })
})
