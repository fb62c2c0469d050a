import { toEpoch } from '@bullring/prediction/units'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGameApi, type GameApi } from '#api/game-api.ts'
import { createChainClock } from '#chain/chain-clock.ts'
import { clockKeys } from '#chain/use-clock-sync.ts'
import { priceKeys } from '#features/chart/use-token-prices.ts'
import { roundKeys } from '#features/rounds/round-queries.ts'
import { testRound } from '#testing/test-round.ts'
import { awaitFirstAnswers } from './first-answers.ts'

/** A server on which round 12 is open, unless told otherwise. */
function world(overrides: Partial<GameApi> = {}) {
  const health = { status: 'ok', server_time: 150, block_number: 1, block_timestamp: 150 } as const
  const api: GameApi = {
    ...createGameApi(),
    currentEpoch: async () => toEpoch(12n),
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

/** Opens the main screen. @returns what is called once nothing is waited for any more. */
function openHome({ api, client, clock }: ReturnType<typeof world>) {
  const onOver = vi.fn()
  void awaitFirstAnswers('/', client, { api, clock }).then(onOver)
  return onOver
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the main screen has its rounds, prices and time before it is drawn', async () => {
  const game = world()
  const { client, clock } = game
  const onOver = openHome(game)
  await vi.advanceTimersByTimeAsync(100)
  expect(onOver).toHaveBeenCalled()
  for (const epoch of [12n, 11n, 10n]) {
    expect(client.getQueryData(roundKeys.byEpoch(toEpoch(epoch)))).toEqual(testRound(epoch))
  }
  expect(client.getQueryData(priceKeys.points)).toEqual([])
  expect(client.getQueryData(clockKeys.sync)).toBeDefined()
  expect(clock.now()).toBe(150)
})

test('a young market has no expired round to ask for', async () => {
  const game = world({ currentEpoch: async () => toEpoch(2n) })
  openHome(game)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(game.api.round).not.toHaveBeenCalled()
})

test('another page asks for nothing', async () => {
  const { api, client, clock } = world()
  await awaitFirstAnswers('/direct-bet', client, { api, clock })
  expect(client.getQueryCache().getAll()).toEqual([])
})

test('error: a server that answers late is not waited for', async () => {
  const onOver = openHome(world({ liveRound: () => new Promise(() => undefined) }))
  await vi.advanceTimersByTimeAsync(300)
  expect(onOver).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(onOver).toHaveBeenCalled()
})

test('error: a server that refuses does not keep the page from being drawn', async () => {
  const refuse = () => Promise.reject(new Error('down'))
  const onOver = openHome(world({ currentEpoch: refuse, nextRound: refuse, health: refuse }))
  await vi.advanceTimersByTimeAsync(100)
  expect(onOver).toHaveBeenCalled()
})
