import { describe, expect, test } from 'vitest'
import { missingPlace, placeOf } from './segments.ts'

describe('placeOf', () => {
  test.each([
    ['000000010000000000000001', 1],
    ['0000000100000000000000FF', 255],
    ['000000020000000100000000', 256],
    ['00000002.history', null],
    ['000000010000000000000002.00000028.backup', null],
  ])('%s', (name, place) => {
    expect(placeOf(name)).toBe(place)
  })
})

describe('missingPlace', () => {
  test('counts what neither the backup nor the archive has', () => {
    const within = { first: 3, last: 4 }
    expect(missingPlace([], within)).toBeNull()
    expect(missingPlace([3, 4, 5, 6], within)).toBeNull()
    expect(missingPlace([5, 5, 6], within)).toBeNull()
    expect(missingPlace([6], within)).toBe(1)
    expect(missingPlace([5, 9], within)).toBe(3)
  })
})
