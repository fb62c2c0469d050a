import { describe, expect, test } from 'vitest'
import { NegativeAmountError } from './errors.ts'
import { toWei } from './units.ts'

describe('toWei', () => {
  test('error: refuses an amount below zero', () => {
    expect(() => toWei(-1n)).toThrow(NegativeAmountError)
    expect(toWei(0n)).toBe(0n)
  })
})
