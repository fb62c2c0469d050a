import { toUnixSeconds } from '@bullring/prediction/units'
import { expect, test } from 'vitest'
import { tradeKey } from '#api/trade/trade.ts'
import { testTrade } from '#testing/test-trade.ts'
import { mergeTrades } from './merge-trades.ts'

const at = (symbol: string, epoch: bigint, placedAt: number) =>
  testTrade(epoch, { symbol, placedAt: toUnixSeconds(placedAt) })

test('joins pages of several markets by time, without overlap', () => {
  const newest = [at('BNB', 9n, 90), at('BTC', 3n, 80), at('BNB', 8n, 70)]
  const older = [...newest.slice(1), at('BTC', 2n, 70), at('BNB', 7n, 60), at('BTC', 1n, 50)]
  expect(mergeTrades(newest, older).map(tradeKey)).toEqual([
    'BNB 9',
    'BTC 3',
    'BNB 8',
    'BTC 2',
    'BNB 7',
    'BTC 1',
  ])
})
