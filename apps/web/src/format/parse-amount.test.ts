import { toWei } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { parseAmount } from './parse-amount.ts'

const bnb = (milli: number) => toWei(BigInt(milli) * 10n ** 15n)
const ZERO = toWei(0n)

describe('parseAmount', () => {
  test.each([
    ['0.001', bnb(1)],
    ['.5', bnb(500)],
    ['0,5', bnb(500)],
    ['2', bnb(2_000)],
    ['0', ZERO],
    ['0.000000000000000001', toWei(1n)],
  ])('parses %s', (text, amount) => {
    expect(parseAmount(text)).toBe(amount)
  })

  test.each(['', '.', 'abc', '1e3', '-1', '1,000.5', '1,000,000', '0.0000000000000000001'])(
    'rejects "%s"',
    (text) => {
      expect(parseAmount(text)).toBeNull()
    },
  )
})
