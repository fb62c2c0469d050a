import { describe, expect, test } from 'vitest'
import { isInBloom } from './is-in-bloom.ts'

const VALUE = '0x0f572e5295c57f15886f9b263e2f6d2d6c7b5ec6'

/** A filter of 2,048 bits with these bits set. */
function bloomOf(bits: readonly number[]): `0x${string}` {
  const bloom = bits.reduce((sum, bit) => sum | (1n << BigInt(bit)), 0n)
  return `0x${bloom.toString(16).padStart(512, '0')}`
}

// The yellow paper's own example: this address sets bits 1323, 431 and 1319.
const BITS = [1_323, 431, 1_319]

describe('isInBloom', () => {
  test('finds a value whose three bits are set', () => {
    expect(isInBloom(bloomOf(BITS), VALUE)).toBe(true)
    expect(isInBloom(bloomOf([...BITS, 0, 2_047]), VALUE)).toBe(true)
  })

  test.each(BITS)('rules a value out when bit %i is missing', (bit) => {
    expect(isInBloom(bloomOf(BITS.filter((other) => other !== bit)), VALUE)).toBe(false)
  })

  test('rules every value out of an empty filter', () => {
    expect(isInBloom(bloomOf([]), VALUE)).toBe(false)
  })
})
