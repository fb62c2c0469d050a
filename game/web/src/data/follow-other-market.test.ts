import type { Round } from '@bullring/game-api/round'
import { toEpoch } from '@bullring/prediction/units'
import { ALL_MARKETS } from '@bullring/wire/fields'
import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tradeKeys } from '#features/history/trade-queries.ts'
import { leaderboardKeys } from '#features/leaderboard/use-leaderboard.ts'
import { statsKeys } from '#features/stats/use-trade-stats.ts'
import { FakeEventSource } from '#testing/fake-event-source.ts'
import { testTrade } from '#testing/test-trade.ts'
import { followOtherMarket } from './follow-other-market.ts'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ranks = leaderboardKeys.of({ window: 'all', rankBy: 'net_results' })
const OF_BETS: readonly QueryKey[] = [tradeKeys.newest(account), statsKeys.of(account)]
const SETTLED: Round = {
  epoch: 9,
  start_timestamp: 1_000,
  lock_timestamp: 1_300,
  close_timestamp: 1_600,
  lock_price: '612.34',
  close_price: '613',
  price_change: '0.66',
  total_amount: '2',
  bull_amount: '1',
  bear_amount: '1',
  bull_payout: 1.94,
  bear_payout: 1.94,
  treasury_fee: 300,
  display_type: 'expired',
  state: 'settled',
  refund_reason: null,
  expected_lock_price: null,
  expected_close_price: null,
  winner: 'up',
  lock_oracle_id: '1',
  close_oracle_id: '2',
}

let stop: AbortController

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource)
  FakeEventSource.all = []
  stop = new AbortController()
})

afterEach(() => {
  stop.abort()
  vi.unstubAllGlobals()
})

/** Follows BTC, with the lists and sums of all markets and of the page's market in the cache. */
function follow(older: readonly bigint[] = []) {
  const client = new QueryClient()
  for (const key of [...OF_BETS, ranks]) {
    client.setQueryData(key, [])
    client.setQueryData([...key, ALL_MARKETS], [])
  }
  const page = older.map((epoch) => testTrade(epoch, { symbol: 'BTC' }))
  client.setQueryData([...tradeKeys.older(account), ALL_MARKETS], { pages: [page], pageParams: [] })
  followOtherMarket(client, { symbol: 'BTC', account, signal: stop.signal })
  const source = FakeEventSource.all[0] ?? expect.fail('no connection')
  const stale = () =>
    client
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey }) => queryKey)
  return { source, stale }
}

const overAll = (keys: readonly QueryKey[]) => keys.map((key) => [...key, ALL_MARKETS])
const trade = (epoch: number) => JSON.stringify({ user_address: account, epoch })

test('refreshes bets and sums over all markets when a bet of another market changes', async () => {
  const { source, stale } = follow([4n])
  expect(source.url).toBe(`/api/stream?symbol=BTC&user_address=${account}`)
  source.send('trade', trade(9))
  await expect.poll(stale).toEqual(overAll(OF_BETS))
  source.send('trade', trade(4))
  await expect.poll(stale).toEqual(overAll([...OF_BETS, tradeKeys.older(account)]))
})

test('refreshes everything over all markets after missed events', async () => {
  const { source, stale } = follow([toEpoch(4n)])
  source.open()
  await expect.poll(stale).toEqual(overAll([...OF_BETS, ranks, tradeKeys.older(account)]))
})

test('refreshes the leaderboard over all markets when a round is settled, and nothing at other events', async () => {
  const { source, stale } = follow()
  source.send('price', JSON.stringify({ timestamp: 1_700_000_000, price: '612.34', epoch: 7 }))
  source.send('round', JSON.stringify({ ...SETTLED, state: 'locked', winner: null }))
  source.send('round', JSON.stringify(SETTLED))
  await expect.poll(stale).toEqual(overAll([ranks]))
})

test('closes its connection when it is no longer needed', () => {
  const { source } = follow()
  stop.abort()
  expect(source.readyState).toBe(2)
})
