import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeResults } from './decode-results.ts'
import { drawLine } from './draw-line.ts'

const UNIT = 10n ** 15n
/** Far more than there are BNB. */
const MOST = 10n ** 29n

describe('drawLine', () => {
  test('property: sums are exact to the wei', () => {
    const anyProfit = fc.oneof(
      fc.bigInt({ min: -MOST, max: MOST }),
      fc.bigInt({ min: -UNIT - 2n, max: UNIT + 2n }),
    )
    fc.assert(
      fc.property(fc.array(anyProfit), anyProfit, (profits, netResults) => {
        const texts = profits.map((profit) => `1 300 1 ${profit / UNIT} ${profit % UNIT} `)
        const text = `${texts.length} ${texts.join('')}`
        const results = decodeResults([{ symbol: 'BNB', text, from: 1 }])
        const { points } = drawLine(results, { rounds: 2, netResults }, 500)
        const expected = profits.map((_, turn) => ({
          rounds: turn + 3,
          netResults: profits.slice(0, turn + 1).reduce((sum, profit) => sum + profit, netResults),
        }))
        expect(points).toMatchObject(expected)
        expect(points).toHaveLength(expected.length)
      }),
    )
  })
})
