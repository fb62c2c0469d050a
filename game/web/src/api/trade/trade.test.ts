import { toUnixSeconds } from '@bullring/prediction/units'
import { expect, test } from 'vitest'
import { testTrade } from '#testing/test-trade.ts'
import { cursorAfter, isOlder, tradeKey } from './trade.ts'

const bnb = (epoch: bigint, at: number) => testTrade(epoch, { placedAt: toUnixSeconds(at) })
const btc = (epoch: bigint, at: number) =>
  testTrade(epoch, { symbol: 'BTC', placedAt: toUnixSeconds(at) })

test('a cursor has the oldest known round of each market, also of one without bets on the last page', () => {
  const first = cursorAfter([bnb(9n, 50), btc(4n, 40), bnb(8n, 30)])
  expect(first).toEqual({ BNB: 8n, BTC: 4n })
  expect(cursorAfter([btc(3n, 20), btc(2n, 10)], first)).toEqual({ BNB: 8n, BTC: 2n })
})

test('rounds order bets within a market, time across markets', () => {
  expect(isOlder(bnb(8n, 30), bnb(9n, 30))).toBe(true)
  expect(isOlder(btc(900n, 30), bnb(9n, 40))).toBe(true)
  expect(isOlder(btc(1n, 40), bnb(9n, 30))).toBe(false)
  expect(tradeKey(btc(9n, 1))).not.toBe(tradeKey(bnb(9n, 1)))
})
