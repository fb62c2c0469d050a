import { toBasisPoints, toEpoch, toPriceE8, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { type InfiniteData, QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import type { GameApi } from '#api/game-api.ts'
import type { LiveEvent } from '#api/live-event.ts'
import type { PricePoint } from '#api/round/price-point.ts'
import type { Round } from '#api/round/round.ts'
import type { Trade } from '#api/trade/trade.ts'
import { activityKeys } from '#features/activity/use-recent-bets.ts'
import { priceKeys } from '#features/chart/use-token-prices.ts'
import { tradeKeys } from '#features/history/trade-queries.ts'
import { roundKeys } from '#features/rounds/round-queries.ts'
import { applyLiveEvents } from './apply-live-events.ts'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

function round(epoch: number, bull = 0n): Round {
  return {
    epoch: toEpoch(epoch),
    times: {
      startTimestamp: toUnixSeconds(epoch * 60),
      lockTimestamp: toUnixSeconds(epoch * 60 + 60),
      closeTimestamp: toUnixSeconds(epoch * 60 + 120),
    },
    lockPrice: null,
    closePrice: null,
    priceChange: null,
    pool: { bullAmount: toWei(bull), bearAmount: toWei(0n) },
    pot: toWei(bull),
    multiples: { bull: 0, bear: 0 },
    treasuryFee: toBasisPoints(300n),
    state: { kind: 'open' },
    lockOracleId: null,
    closeOracleId: null,
  }
}

const api = { tradesByUser: vi.fn<GameApi['tradesByUser']>() }
const point = (timestamp: number, price = 61_200_000_000n): PricePoint => ({
  timestamp: toUnixSeconds(timestamp),
  price: toPriceE8(price),
  epoch: toEpoch(1),
})
const roundEvent = (epoch: number, bull = 0n): LiveEvent => ({
  kind: 'round',
  round: round(epoch, bull),
})

/** A cache in which round 12 is open. */
function filledClient() {
  const client = new QueryClient()
  client.setQueryData(roundKeys.currentEpoch, toEpoch(12))
  client.setQueryData(roundKeys.next, round(12))
  client.setQueryData(roundKeys.live, round(11))
  for (const epoch of [10, 11, 12]) {
    client.setQueryData(roundKeys.byEpoch(toEpoch(epoch)), round(epoch))
  }
  client.setQueryData(priceKeys.points, [point(100)])
  return client
}

const dataOf = (client: QueryClient, queryKey: readonly unknown[]) =>
  client.getQueryData<Round>(queryKey)
const isStale = (client: QueryClient, queryKey: readonly unknown[]) =>
  client.getQueryState(queryKey)?.isInvalidated

describe('applyLiveEvents', () => {
  test('writes a round wherever it is shown, once per batch', () => {
    const client = filledClient()
    const onWrite = vi.fn()
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') onWrite(event.query.queryKey)
    })
    const burst = Array.from({ length: 1_000 }, (_, index) => roundEvent(12, BigInt(index)))
    applyLiveEvents(client, api, account, burst)
    expect(dataOf(client, roundKeys.next)?.pot).toBe(999n)
    expect(dataOf(client, roundKeys.byEpoch(toEpoch(12)))?.pot).toBe(999n)
    expect(dataOf(client, roundKeys.live)?.epoch).toBe(11n)
    expect(onWrite.mock.calls).toEqual([[roundKeys.byEpoch(toEpoch(12))], [roundKeys.next]])
  })

  test('moves the cards when another round opens', () => {
    const client = filledClient()
    const blockTimestamp = toUnixSeconds(13 * 60)
    applyLiveEvents(client, api, account, [
      { kind: 'epoch', epoch: toEpoch(13), blockTimestamp },
      roundEvent(11),
      roundEvent(12),
      roundEvent(13),
    ])
    expect(client.getQueryData(roundKeys.currentEpoch)).toBe(13n)
    expect(dataOf(client, roundKeys.next)?.epoch).toBe(13n)
    expect(dataOf(client, roundKeys.live)?.epoch).toBe(12n)
    expect(dataOf(client, roundKeys.expired(toEpoch(11)))?.epoch).toBe(11n)
  })

  test('fetches rounds that the stream did not deliver', () => {
    const client = filledClient()
    applyLiveEvents(client, api, account, [
      { kind: 'epoch', epoch: toEpoch(20), blockTimestamp: toUnixSeconds(0) },
    ])
    expect(isStale(client, roundKeys.next)).toBe(true)
    expect(isStale(client, roundKeys.live)).toBe(true)
  })

  test('adds newer prices and keeps the last 30', () => {
    const client = filledClient()
    const prices = Array.from({ length: 40 }, (_, index): LiveEvent => {
      return { kind: 'price', point: point(90 + index) }
    })
    applyLiveEvents(client, api, account, prices)
    const points = client.getQueryData<PricePoint[]>(priceKeys.points) ?? []
    expect(points).toHaveLength(30)
    expect(points[0]?.timestamp).toBe(100)
    expect(points.at(-1)?.timestamp).toBe(129)
  })

  test('adds prices to the times that the chart has shown, and keeps all of these', () => {
    const client = filledClient()
    const history = Array.from({ length: 40 }, (_, index) => point(61 + index))
    client.setQueryData(priceKeys.history('1h'), history)
    applyLiveEvents(client, api, account, [{ kind: 'price', point: point(200) }])
    const shown = client.getQueryData<PricePoint[]>(priceKeys.history('1h'))
    expect(shown).toHaveLength(41)
    expect(shown?.at(-1)?.timestamp).toBe(200)
    expect(client.getQueryData<PricePoint[]>(priceKeys.points)).toHaveLength(2)
  })

  test('keeps the last of several prices in one second', () => {
    const client = filledClient()
    const points = [point(100, 2n), point(101, 3n), point(101, 4n)]
    applyLiveEvents(
      client,
      api,
      account,
      points.map((one) => ({ kind: 'price', point: one })),
    )
    expect(client.getQueryData(priceKeys.points)).toEqual([point(100, 2n), point(101, 4n)])
  })

  test('an in-flight response does not overwrite an event', async () => {
    const client = filledClient()
    const { promise, resolve } = Promise.withResolvers<Round>()
    const polled = client.fetchQuery({ queryKey: roundKeys.next, queryFn: () => promise })
    applyLiveEvents(client, api, account, [roundEvent(12, 5n)])
    resolve(round(12, 1n))
    await polled.catch(() => undefined)
    expect(dataOf(client, roundKeys.next)?.pot).toBe(5n)
  })

  test('refetches the bets of the account in the event only', () => {
    const client = filledClient()
    client.setQueryData(tradeKeys.newest(account), [])
    client.setQueryData(tradeKeys.newest(other), [])
    applyLiveEvents(client, api, account, [{ kind: 'trade', account, epoch: toEpoch(7) }])
    expect(isStale(client, tradeKeys.newest(account))).toBe(true)
    expect(isStale(client, tradeKeys.newest(other))).toBe(false)
  })

  test('refetches the newest bets of all players only when a pool has grown', () => {
    const client = filledClient()
    client.setQueryData(activityKeys.bets, [])
    applyLiveEvents(client, api, account, [roundEvent(12), roundEvent(13)])
    expect(isStale(client, activityKeys.bets)).toBe(false)
    applyLiveEvents(client, api, account, [roundEvent(12, 5n)])
    expect(isStale(client, activityKeys.bets)).toBe(true)
  })

  test('refetches everything after missed events', async () => {
    const client = filledClient()
    applyLiveEvents(client, api, account, [roundEvent(12, 5n), { kind: 'reset', spreadMs: 0 }])
    await expect.poll(() => isStale(client, priceKeys.points)).toBe(true)
    expect(isStale(client, roundKeys.next)).toBe(true)
  })

  test('refetches everything at a random moment of the span that the server names', async () => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const client = filledClient()
    applyLiveEvents(client, api, account, [{ kind: 'reset', spreadMs: 10_000 }])
    await vi.advanceTimersByTimeAsync(4_990)
    expect(isStale(client, roundKeys.next)).toBe(false)
    await vi.advanceTimersByTimeAsync(20)
    expect(isStale(client, roundKeys.next)).toBe(true)
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  test('refetches once after several resets', async () => {
    vi.useFakeTimers()
    const client = filledClient()
    const invalidate = vi.spyOn(client, 'invalidateQueries')
    for (let count = 0; count < 3; count += 1) {
      applyLiveEvents(client, api, account, [{ kind: 'reset', spreadMs: 1_000 }])
    }
    await vi.advanceTimersByTimeAsync(5_000)
    const ofPrices = invalidate.mock.calls.filter(
      ([filters]) => filters?.queryKey === priceKeys.all,
    )
    expect(ofPrices).toHaveLength(1)
    applyLiveEvents(client, api, account, [{ kind: 'reset', spreadMs: 0 }])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(invalidate.mock.calls.length).toBeGreaterThan(8)
    vi.useRealTimers()
  })

  test('after missed events, refetches only the older bets that can be claimed', async () => {
    const client = filledClient()
    const bet = (epoch: number, winnings: bigint, isClaimed = false) =>
      ({ epoch: toEpoch(epoch), claimAmount: toWei(winnings), isClaimed }) as Trade
    const [lost, won, collected] = [bet(9, 0n), bet(8, 5n), bet(8, 0n, true)]
    const older = tradeKeys.older(account)
    client.setQueryData(tradeKeys.newest(account), [])
    client.setQueryData(older, { pages: [[lost], [won]], pageParams: [null, 9n] })
    client.setQueryData(tradeKeys.older(other), { pages: [[won]], pageParams: [null] })
    const query = { queryKey: older, queryFn: vi.fn(), staleTime: Number.POSITIVE_INFINITY }
    const leave = new QueryObserver(client, query).subscribe(() => undefined)
    api.tradesByUser.mockResolvedValue([collected])

    applyLiveEvents(client, api, account, [{ kind: 'reset', spreadMs: 0 }])
    const pages = () => client.getQueryData<InfiniteData<Trade[]>>(older)?.pages
    await expect.poll(pages).toEqual([[lost], [collected]])
    expect(api.tradesByUser.mock.calls).toEqual([[{ account, limit: 1, beforeEpoch: 9n }]])
    expect(query.queryFn).not.toHaveBeenCalled()
    expect(isStale(client, tradeKeys.newest(account))).toBe(true)
    // Bets of an account that is not shown are fetched when it is.
    expect(client.getQueryData(tradeKeys.older(other))).toBeUndefined()
    leave()
  })
})
