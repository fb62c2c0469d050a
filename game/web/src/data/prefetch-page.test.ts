import { toEpoch } from '@bullring/prediction/units'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGameApi, type GameApi } from '#api/game-api.ts'
import { createChainClock } from '#chain/clock/chain-clock.ts'
import { clockKeys } from '#chain/clock/use-clock-sync.ts'
import { priceKeys } from '#features/chart/use-token-prices.ts'
import { roundKeys } from '#features/rounds/round-queries.ts'
import { testRound } from '#testing/test-round.ts'
import { prefetchPage } from './prefetch-page.ts'

const openEpoch = (epoch: bigint) => ({ epoch: toEpoch(epoch), firstPausedEpoch: null })

/** A server with round 12 open, with `overrides`. */
function createGame(overrides: Partial<GameApi> = {}) {
  const health = {
    status: 'ok',
    server_time: 150,
    version: '1.2.3',
    commit: null,
    block_number: 1,
    block_timestamp: 150,
    history: null,
  } as const
  const api: GameApi = {
    ...createGameApi(),
    currentEpoch: async () => openEpoch(12n),
    nextRound: vi.fn(async () => testRound(12n)),
    liveRound: async () => testRound(11n),
    round: vi.fn(async (epoch) => testRound(epoch)),
    tokenPrices: async () => [],
    health: async () => health,
    ...overrides,
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return { api, client, clock: createChainClock() }
}

/**
 * Prefetches the main screen.
 *
 * @returns A mock that is called when the wait is over.
 */
function openHome({ api, client, clock }: ReturnType<typeof createGame>) {
  const onDone = vi.fn()
  void prefetchPage('/', client, { api, clock }).then(onDone)
  return onDone
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('fetches rounds, prices and time before the main screen renders', async () => {
  const game = createGame()
  const { client, clock } = game
  const onDone = openHome(game)
  await vi.advanceTimersByTimeAsync(100)
  expect(onDone).toHaveBeenCalled()
  for (const epoch of [12n, 11n, 10n]) {
    expect(client.getQueryData(roundKeys.byEpoch(toEpoch(epoch)))).toEqual(testRound(epoch))
  }
  expect(client.getQueryData(priceKeys.points)).toEqual([])
  expect(client.getQueryData(clockKeys.sync)).toBeDefined()
  expect(clock.now()).toBe(150)
})

test('requests no expired round in a new market', async () => {
  const game = createGame({ currentEpoch: async () => openEpoch(2n) })
  openHome(game)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(game.api.round).not.toHaveBeenCalled()
})

test('fetches nothing for another page', async () => {
  const { api, client, clock } = createGame()
  await prefetchPage('/direct-bet', client, { api, clock })
  expect(client.getQueryCache().getAll()).toEqual([])
})

test('error: stops waiting for a slow server', async () => {
  const onDone = openHome(createGame({ liveRound: () => new Promise(() => undefined) }))
  await vi.advanceTimersByTimeAsync(300)
  expect(onDone).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(onDone).toHaveBeenCalled()
})

test('error: resolves when the server responds with errors', async () => {
  const refuse = () => Promise.reject(new Error('down'))
  const onDone = openHome(createGame({ currentEpoch: refuse, nextRound: refuse, health: refuse }))
  await vi.advanceTimersByTimeAsync(100)
  expect(onDone).toHaveBeenCalled()
})
