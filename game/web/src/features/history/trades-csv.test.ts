import { parseUnits } from '@bullring/prediction/decimal'
import { toUnixSeconds, toWei } from '@bullring/prediction/units'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testTrade } from '#testing/test-trade.ts'
import { csvCell, tradesCsv } from './trades-csv.ts'

/** Reads a file as RFC 4180 describes it. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

test('writes amounts to the wei, times in UTC, and one line per bet', () => {
  const text = tradesCsv([
    testTrade(9n, {
      stake: toWei(123_456_789_012_345_678n),
      placedAt: toUnixSeconds(1_700_000_000),
    }),
    testTrade(8n, {
      isWin: false,
      winAmount: 0n,
      claimAmount: toWei(0n),
      stake: toWei(1n),
      closePrice: null,
    }),
  ])
  const [head = [], ...rows] = parseCsv(text)
  expect(
    rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index]]))),
  ).toEqual([
    {
      round: '9',
      placed_at: '2023-11-14T22:13:20.000Z',
      direction: 'UP',
      stake_bnb: '0.123456789012345678',
      result: 'win',
      net_result_bnb: '0.02',
      returned_bnb: '0',
      to_collect_bnb: '0.07',
      collected: 'no',
      lock_price_usd: '612',
      close_price_usd: '612.34',
      transaction: '0xab',
      market: 'BNB',
    },
    expect.objectContaining({
      stake_bnb: '0.000000000000000001',
      net_result_bnb: '-0.000000000000000001',
      result: 'lose',
      close_price_usd: '',
    }),
  ])
})

test('property: a stake is read back to the wei', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 30n), (wei) => {
      const [, row = []] = parseCsv(tradesCsv([testTrade(1n, { stake: toWei(wei) })]))
      expect(parseUnits(row[3] ?? '', 18)).toBe(wei)
    }),
  )
})

test('property: any text is read back, and none is a formula', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",ab1. ') }), (text) => {
      const [[read = ''] = []] = parseCsv(`${csvCell(text)}\r\n`)
      expect(read.replace(/^'/, '')).toBe(text.replace(/^'/, ''))
      expect(read).not.toMatch(/^(?!-?\d+(\.\d+)?$)[=+\-@\t\r]/)
    }),
  )
})

test('keeps negative numbers numbers', () => {
  expect(csvCell('-0.5')).toBe('-0.5')
  expect(csvCell('-1+1')).toBe("'-1+1")
})
