import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DroppedResults, drawLine, type ProfitLine } from './draw-line.ts'
import { ResultsInOrder } from './results-in-order.ts'

const UNIT = 10n ** 15n
/** Far more than there are BNB. */
const MOST = 10n ** 29n

/** Draws results with these profits in wei. */
function draw(profits: readonly bigint[], dropped: DroppedResults, maxPoints: number): ProfitLine {
  const texts = profits.map((profit) => `1 300 1 ${profit / UNIT} ${profit % UNIT} `)
  const text = `${texts.length} ${texts.join('')}`
  return drawLine(new ResultsInOrder([{ symbol: 'BNB', text, from: 1 }]), dropped, maxPoints)
}

describe('drawLine', () => {
  test('property: sums are exact to the wei', () => {
    const anyProfit = fc.oneof(
      fc.bigInt({ min: -MOST, max: MOST }),
      fc.bigInt({ min: -UNIT - 2n, max: UNIT + 2n }),
    )
    fc.assert(
      fc.property(fc.array(anyProfit), anyProfit, (profits, netResults) => {
        const { points } = draw(profits, { rounds: 2, netResults }, 500)
        const expected = profits.map((_, turn) => ({
          rounds: turn + 3,
          netResults: profits.slice(0, turn + 1).reduce((sum, profit) => sum + profit, netResults),
        }))
        expect(points).toMatchObject(expected)
        expect(points).toHaveLength(expected.length)
      }),
    )
  })

  test('shows the first and the last sum, and the lowest and the highest of each slot', () => {
    const { points } = draw([1n, 1n, 4n, -9n, -1n, 3n, 1n], { rounds: 0, netResults: 0n }, 4)
    expect(points.map(({ rounds, netResults }) => [rounds, netResults])).toEqual([
      [1, 1n],
      [3, 6n],
      [5, -4n],
      [7, 0n],
    ])
  })
})
