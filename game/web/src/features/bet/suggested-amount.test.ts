import { expect, test } from 'vitest'
import { suggestedAmount } from './suggested-amount.ts'

test.each([
  ['1,000.50', '1000.50'],
  ['1.000,50', '1000.50'],
  ['1.000.50', '1000.50'],
  ['1,000.500', '1000.500'],
  ['1’000.5', '1000.5'],
  ['1,000,000', '1000000'],
  ['0.05 BNB', '0.05'],
  ['🔥0.05', '0.05'],
  ['٠٫٥ BNB', '0.5'],
])('reads %s as %s', (typed, amount) => {
  expect(suggestedAmount(typed)).toBe(amount)
})

test.each(['', 'abc', '1e5', '-1', '1.2.3', '10,00,000', '0', '1/2', '0x10', '1 5', '1,5 2,5'])(
  'suggests nothing for "%s"',
  (typed) => {
    expect(suggestedAmount(typed)).toBeNull()
  },
)
