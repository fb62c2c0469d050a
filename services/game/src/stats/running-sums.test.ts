import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeResults } from './decode-results.ts'
import type { Results } from './results.ts'
import { runningSums } from './running-sums.ts'

const UNIT = 10n ** 15n
/** Far more than there are BNB. */
const MOST = 10n ** 30n

function resultsOf(profits: readonly bigint[]): Results {
  const texts = profits.map((profit) => `1 300 1 ${profit / UNIT} ${profit % UNIT} `)
  return decodeResults([{ symbol: 'BNB', text: `${texts.length} ${texts.join('')}`, from: 1 }])
}

describe('runningSums', () => {
  test('property: sums are exact to the wei, and so is their order', () => {
    const anyProfit = fc.oneof(
      fc.bigInt({ min: -MOST, max: MOST }),
      fc.bigInt({ min: -UNIT - 2n, max: UNIT + 2n }),
    )
    fc.assert(
      fc.property(fc.array(anyProfit, { minLength: 1 }), anyProfit, (profits, start) => {
        const results = resultsOf(profits)
        const sums = runningSums(results, [...profits.keys()], start)
        const expected = profits.map((_, turn) =>
          profits.slice(0, turn + 1).reduce((sum, profit) => sum + profit, start),
        )
        expect(expected.map((_, turn) => sums.at(turn))).toEqual(expected)
        for (const [turn, sum] of expected.entries()) {
          expect(sums.isLess(turn, 0)).toBe(sum < (expected[0] ?? 0n))
        }
      }),
    )
  })
})
