import { describe, expect, test } from 'vitest'
import { NegativeAmountError } from '../errors.ts'
import { toWei } from './units.ts'

describe('toWei', () => {
  test('error: rejects a negative amount', () => {
    expect(() => toWei(-1n)).toThrow(NegativeAmountError)
    expect(toWei(0n)).toBe(0n)
  })
})
