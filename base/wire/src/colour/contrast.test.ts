import { describe, expect, test } from 'vitest'
import { contrastOf, readRgb } from './contrast.ts'

describe('readRgb', () => {
  test('reads what browsers serialize, and hexadecimal digits', () => {
    expect(readRgb('rgb(29, 24, 18)')).toEqual([29, 24, 18])
    expect(readRgb('#1d1812')).toEqual([29, 24, 18])
  })

  test.each(['rgba(29, 24, 18, 0.5)', 'color(srgb 0 0 0)', 'oklch(0 0 0)', 'transparent', ''])(
    'reads nothing that is translucent or in another colour space: %j',
    (text) => {
      expect(readRgb(text)).toBeUndefined()
    },
  )
})

describe('contrastOf', () => {
  test('is 21 for black and white, and 1 for one colour', () => {
    expect(contrastOf([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5)
    expect(contrastOf([9, 9, 9], [9, 9, 9])).toBe(1)
  })

  test('knows the darkest grey of WCAG on white, and the next one', () => {
    expect(contrastOf([118, 118, 118], [255, 255, 255])).toBeGreaterThan(4.5)
    expect(contrastOf([119, 119, 119], [255, 255, 255])).toBeLessThan(4.5)
  })
})
