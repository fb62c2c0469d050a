import { expect, test } from 'vitest'
import { TEST_MARKET } from '#testing/test-app-config.ts'
import { defaultSymbol, marketQuery, symbolOf } from './market-config.ts'

const markets = { BNB: TEST_MARKET, BTC: TEST_MARKET }

test.each([
  ['', 'BNB'],
  ['?market=BTC', 'BTC'],
  ['?round=3&market=BTC', 'BTC'],
  ['?market=btc', 'BNB'],
  ['?market=toString', 'BNB'],
])('the address %j selects %s', (search, symbol) => {
  expect(symbolOf(search, markets)).toBe(symbol)
})

test('addresses name every market but the default one', () => {
  expect(marketQuery('BNB')).toBe('')
  expect(marketQuery('BTC')).toBe('?market=BTC')
  expect(marketQuery('BTC', 'round=3')).toBe('?round=3&market=BTC')
  expect(marketQuery('BNB', 'round=3')).toBe('?round=3')
})

test('the default market is BNB wherever it is listed, or else the first', () => {
  expect(defaultSymbol({ BTC: TEST_MARKET, BNB: TEST_MARKET })).toBe('BNB')
  expect(defaultSymbol({ ETH: TEST_MARKET, BTC: TEST_MARKET })).toBe('ETH')
})
