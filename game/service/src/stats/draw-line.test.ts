import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DroppedResults, drawLine, type ProfitLine } from './draw-line.ts'
import { ResultRun } from './result-run.ts'
import { ResultsInOrder } from './results-in-order.ts'

const UNIT = 10n ** 15n
/** Far more than there are BNB. */
const MOST = 10n ** 29n

/** Draws results with these profits in wei. */
function draw(profits: readonly bigint[], dropped: DroppedResults, maxPoints: number): ProfitLine {
  const results = profits.map((profit) => `1 300 1 ${profit / UNIT} ${profit % UNIT} `)
  const text = `${results.length} ${results.join('')}`
  const texts = [{ symbol: 'BNB', text, from: 1 }]
  return drawLine(new ResultsInOrder({ texts, runs: [] }), dropped, maxPoints)
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

  test('shows the lowest and the highest sum within a run, and continues streaks over it', () => {
    const texts = [
      { symbol: 'BNB', text: '2 1 10 1 0 5 1 10 1 0 1 ', from: 1 },
      { symbol: 'BNB', text: '1 9 90 0 0 -3 ', from: 1 },
    ]
    // Profits 2, -9, -1, 4, -2, -1.
    const run = '3 30 6 0 -7 3 5 50 0 -8 1 3 30 0 2 1 -2 1 2 '
    const results = new ResultsInOrder({ texts, runs: [new ResultRun('BNB', run)] })
    expect(results).toHaveLength(9)
    const line = drawLine(results, { rounds: 0, netResults: 0n }, 4)
    expect(line).toMatchObject({ currentStreak: -3, longestWins: 3, longestLosses: 3 })
    const points = line.points.map(({ rounds, epoch, placedAt, netResults }) => [
      ...[rounds, Number(epoch), Number(placedAt), Number(netResults)],
    ])
    expect(points).toEqual([
      [1, 1, 10, 5],
      [3, 3, 30, 8],
      [9, 9, 90, -4],
    ])
  })
})
