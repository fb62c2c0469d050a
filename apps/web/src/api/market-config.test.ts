import { expect, test } from 'vitest'
import { TEST_MARKET } from '#testing/test-app-config.ts'
import { marketQuery, symbolOf } from './market-config.ts'

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
  expect(marketQuery('BNB', markets)).toBe('')
  expect(marketQuery('BTC', markets)).toBe('?market=BTC')
  expect(marketQuery('BTC', markets, 'round=3')).toBe('?round=3&market=BTC')
  expect(marketQuery('BNB', markets, 'round=3')).toBe('?round=3')
})
