import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ResultReader, type ResultsText } from './result-reader.ts'
import { ResultRun } from './result-run.ts'
import { ResultsInOrder } from './results-in-order.ts'

type Row = { symbol: string; epoch: number; placedAt: number }

/** Reads all results. */
function readAll(texts: readonly ResultsText[]) {
  const results = new ResultsInOrder({ texts, runs: [] })
  const rows = []
  for (let result = results.next(); result !== null; result = results.next()) {
    if (result instanceof ResultRun) throw new TypeError('there is no run')
    const { symbol, epoch, placedAt, isWin, profitUnits, profitRest } = result
    rows.push({ symbol, epoch, placedAt, isWin, profitUnits, profitRest })
  }
  expect(results).toHaveLength(rows.length)
  expect(results.next()).toBeNull()
  return rows
}

/** Writes rounds of a market as the database does. */
function toText(symbol: string, epochs: readonly number[], from: number): ResultsText {
  let last = 0
  const steps = epochs.map((epoch) => {
    const step = epoch - last
    last = epoch
    return `${step} ${step * 100} 1 0 ${epoch} `
  })
  return { symbol, text: `${epochs.length} ${steps.join('')}`, from }
}

const byTime = (a: Row, b: Row) =>
  a.placedAt - b.placedAt || Number(a.symbol > b.symbol) - Number(a.symbol < b.symbol)

describe('ResultsInOrder', () => {
  test('returns bets of several markets in the order they were placed, those of a second by market', () => {
    const rows = readAll([
      { symbol: 'BTC', text: '2 8 1000 1 0 5 1 300 0 -2 -1 ', from: 1 },
      { symbol: 'BNB', text: '3 3 900 1 1 0 1 100 0 0 -7 1 100 1 0 3 ', from: 4 },
    ])
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['BNB', 4, 1000, false, 0, -7],
      ['BTC', 8, 1000, true, 0, 5],
      ['BNB', 5, 1100, true, 0, 3],
      ['BTC', 9, 1300, false, -2, -1],
    ])
  })

  test('returns a run where its first bet is', () => {
    const texts = [
      { symbol: 'BNB', text: '1 9 900 1 0 5 ', from: 1 },
      { symbol: 'BNB', text: '2 2 200 1 0 5 1 100 1 0 5 ', from: 1 },
      { symbol: 'BTC', text: '1 5 900 1 0 5 ', from: 1 },
    ]
    const runs = [new ResultRun('BNB', '4 400 3 0 1 1 4 400 0 1 1 4 400 0 1 3 3 3 0 ')]
    const results = new ResultsInOrder({ texts, runs })
    expect(results).toHaveLength(7)
    const epochs = []
    for (let part = results.next(); part !== null; part = results.next()) {
      epochs.push(`${part.symbol} ${part.epoch} ${part instanceof ResultReader ? 1 : 3}`)
    }
    expect(epochs).toEqual(['BNB 2 1', 'BNB 3 1', 'BNB 4 3', 'BNB 9 1', 'BTC 5 1'])
  })

  test('property: however the rounds of each market are divided into texts', () => {
    const anyMarket = fc.record({
      rounds: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 }),
      texts: fc.array(fc.nat({ max: 4 }), { minLength: 30, maxLength: 30 }),
      from: fc.integer({ min: 1, max: 20 }),
    })
    fc.assert(
      fc.property(fc.tuple(anyMarket, anyMarket), (markets) => {
        const all = markets.flatMap(({ rounds, texts, from }, index) => {
          const symbol = index === 0 ? 'BTC' : 'BNB'
          const parts = [0, 1, 2, 3, 4].map((part) => rounds.filter((_, at) => texts[at] === part))
          const sorted = parts.map((part) => part.toSorted((a, b) => a - b))
          const expected = rounds
            .filter((epoch) => epoch >= from)
            .map((epoch) => ({ symbol, epoch, placedAt: epoch * 100 }))
          return { texts: sorted.map((part) => toText(symbol, part, from)), expected }
        })
        const expected = all.flatMap((market) => market.expected).toSorted(byTime)
        expect(readAll(all.flatMap(({ texts }) => texts))).toMatchObject(expected)
      }),
    )
  })
})
