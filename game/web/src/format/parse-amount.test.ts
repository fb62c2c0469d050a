import { toWei } from '@bullring/prediction/units'
import { typedAmount } from '@bullring/wallet-kit/typed-amount'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAmount } from './parse-amount.ts'

const bnb = (milli: number) => toWei(BigInt(milli) * 10n ** 15n)
const ZERO = toWei(0n)

describe('parseAmount', () => {
  test.each([
    ['0.001', bnb(1)],
    ['.5', bnb(500)],
    ['.', ZERO],
    ['0,5', bnb(500)],
    ['2', bnb(2_000)],
    ['0', ZERO],
    ['0.000000000000000001', toWei(1n)],
  ])('parses %s', (text, amount) => {
    expect(parseAmount(text)).toBe(amount)
  })

  test.each(['', 'abc', '1e3', '-1', '1,000.5', '1,000,000', '0.0000000000000000001'])(
    'rejects "%s"',
    (text) => {
      expect(parseAmount(text)).toBeNull()
    },
  )

  test('property: nothing that is typed or pasted stakes more than the field shows', () => {
    const character = fc.constantFrom(
      ..."0123456789.,' -+eExX_ \u00a0\u2009\u202f\t٠٣٥٫٬،０１５，．。｡BN",
    )
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: character, maxLength: 40 }), fc.string({ maxLength: 40 })),
        (typed) => {
          const shown = typedAmount(typed)
          const amount = parseAmount(shown)
          if (amount === null) return
          const [whole = '', fraction = ''] = shown.split('.')
          expect(amount).toBe(BigInt(whole || '0') * 10n ** 18n + BigInt(fraction.padEnd(18, '0')))
          // Every separator that was typed is still there: the digits beside it never join.
          expect(typed.split(/[.,٫،，．。｡]/)).toHaveLength(shown.split('.').length)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
