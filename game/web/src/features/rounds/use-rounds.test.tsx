import { toEpoch } from '@bullring/prediction/units'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createGameApi, type GameApi, GameApiContext } from '#api/game-api.ts'
import { AppConfigContext } from '#api/market/app-config.ts'
import type { Round } from '#api/round/round.ts'
import { createChainClock } from '#chain/clock/chain-clock.ts'
import { ChainClockContext } from '#chain/clock/use-chain-time.ts'
import { TEST_MARKET, testAppConfig } from '#testing/test-app-config.ts'
import { TEST_INTERVAL, testRound } from '#testing/test-round.ts'
import { useRounds } from './use-rounds.ts'

const market = { intervalSeconds: TEST_INTERVAL, genesisTimestamp: TEST_INTERVAL }
const appConfig = testAppConfig({ markets: { BNB: { ...TEST_MARKET, ...market } } })

const notFound = new ApiProblemError('/api/live-round', {
  status: 404,
  detail: null,
  problemCode: null,
  retryAfterSeconds: null,
})

/** Renders the hook against a server and a clock that the test controls. */
function setUp(openEpoch: bigint, isOpen = true) {
  const server = { epoch: openEpoch, isOpen }
  const respond = <T,>(value: T) =>
    server.isOpen ? Promise.resolve(value) : Promise.reject(notFound)
  const fixed = { lockPrice: 61_200_000_000n as never }
  const api: GameApi = {
    ...createGameApi(),
    currentEpoch: vi.fn(() => respond({ epoch: toEpoch(server.epoch), firstPausedEpoch: null })),
    nextRound: vi.fn(() => respond(testRound(server.epoch))),
    liveRound: vi.fn(() =>
      Promise.resolve(testRound(server.epoch - 1n, { ...fixed, state: { kind: 'locked' } })),
    ),
    round: vi.fn((epoch) =>
      Promise.resolve(testRound(epoch, { ...fixed, state: { kind: 'settled', winner: 'bull' } })),
    ),
  }
  const clock = createChainClock(() => Date.now())
  const setTime = (seconds: number) => {
    const nowMs = Date.now()
    clock.sync({
      sentAtMs: nowMs,
      receivedAtMs: nowMs,
      serverTime: seconds,
      blockTimestamp: null,
    })
  }
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <AppConfigContext value={appConfig}>
        <GameApiContext value={api}>
          <ChainClockContext value={clock}>{children}</ChainClockContext>
        </GameApiContext>
      </AppConfigContext>
    </QueryClientProvider>
  )
  const { result } = renderHook(() => useRounds(), { wrapper })
  return { server, api, setTime, result }
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const epochs = ({ expired, live, next }: ReturnType<typeof useRounds>) =>
  [expired, live, next].map((card) => (card.kind === 'ready' ? card.round.epoch : card.kind))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('useRounds', () => {
  test('loads the rounds of the three cards', async () => {
    const { result, api, setTime } = setUp(12n)
    act(() => setTime(12 * TEST_INTERVAL - 200))
    expect(epochs(result.current)).toEqual(['loading', 'loading', 'loading'])
    await wait(100)
    expect(epochs(result.current)).toEqual([10n, 11n, 12n])
    expect(api.round).toHaveBeenCalledWith(10n, expect.anything())
  })

  test('requests no rounds that a young market cannot have', async () => {
    const { result, api, setTime } = setUp(1n)
    act(() => setTime(100))
    await wait(100)
    expect(epochs(result.current)).toEqual(['none', 'none', 1n])
    expect(api.liveRound).not.toHaveBeenCalled()
    expect(api.round).not.toHaveBeenCalled()
  })

  test('waits for the first round and shows it when it starts', async () => {
    const { result, server, setTime } = setUp(1n, false)
    act(() => setTime(TEST_INTERVAL - 20))
    await wait(10_000)
    expect(epochs(result.current)).toEqual(['none', 'none', 'none'])
    expect(result.current.isFailing).toBe(false)
    server.isOpen = true
    await wait(11_000)
    expect(epochs(result.current)).toEqual(['none', 'none', 1n])
  })

  test('refreshes next every 30 s and live and the epoch every 60 s', async () => {
    const { api, setTime } = setUp(12n)
    act(() => setTime(12 * TEST_INTERVAL - 290))
    await wait(100)
    const before = {
      next: vi.mocked(api.nextRound).mock.calls.length,
      live: vi.mocked(api.liveRound).mock.calls.length,
      epoch: vi.mocked(api.currentEpoch).mock.calls.length,
    }
    await wait(120_000)
    expect(vi.mocked(api.nextRound).mock.calls.length - before.next).toBe(4)
    expect(vi.mocked(api.liveRound).mock.calls.length - before.live).toBe(2)
    expect(vi.mocked(api.currentEpoch).mock.calls.length - before.epoch).toBe(2)
  })

  test('polls live and next every 3 s from the lock until the new round arrives', async () => {
    const { server, api, setTime, result } = setUp(12n)
    act(() => setTime(12 * TEST_INTERVAL - 1))
    await wait(100)
    const calls = () => [
      vi.mocked(api.nextRound).mock.calls.length,
      vi.mocked(api.liveRound).mock.calls.length,
      vi.mocked(api.round).mock.calls.length,
    ]
    const [next = 0, live = 0, expired = 0] = calls()
    // At the lock: everything once.
    await wait(1_000)
    expect(calls()).toEqual([next + 1, live + 1, expired + 1])
    // No new round: live and next again after 1 s, 3 s and 6 s.
    await wait(6_100)
    expect(calls()).toEqual([next + 4, live + 4, expired + 1])
    server.epoch = 13n
    await wait(3_000)
    expect(epochs(result.current)).toEqual([11n, 12n, 13n])
    const after = calls()
    await wait(9_000)
    expect(calls()).toEqual(after)
  })

  test('keeps a round visible when it moves to the next card', async () => {
    const { server, api, setTime, result } = setUp(12n)
    act(() => setTime(12 * TEST_INTERVAL - 1))
    await wait(100)
    // The live round's response is late: its card shows the cached round.
    vi.mocked(api.liveRound).mockReturnValue(new Promise(() => undefined))
    vi.mocked(api.round).mockReturnValue(new Promise(() => undefined))
    server.epoch = 13n
    await wait(1_000)
    expect(epochs(result.current)).toEqual([11n, 12n, 13n])
  })

  test('polls every 3 s while a strike is missing', async () => {
    const { api, setTime } = setUp(12n)
    vi.mocked(api.liveRound).mockImplementation(() => Promise.resolve(testRound(11n)))
    act(() => setTime(12 * TEST_INTERVAL - 200))
    await wait(100)
    const before = vi.mocked(api.liveRound).mock.calls.length
    await wait(9_000)
    expect(vi.mocked(api.liveRound).mock.calls.length - before).toBe(3)
  })

  test('reports failing requests and keeps the cards', async () => {
    const { api, setTime, result } = setUp(12n)
    act(() => setTime(12 * TEST_INTERVAL - 200))
    await wait(100)
    vi.mocked(api.nextRound).mockRejectedValue(new Error('down'))
    act(() => result.current.retry())
    await wait(100)
    expect(result.current.isFailing).toBe(true)
    expect(epochs(result.current)).toEqual([10n, 11n, 12n])
  })

  test('keeps reporting the failure during a retry', async () => {
    const { api, setTime, result } = setUp(12n)
    act(() => setTime(12 * TEST_INTERVAL - 200))
    await wait(100)
    vi.mocked(api.nextRound).mockRejectedValue(new Error('down'))
    act(() => result.current.retry())
    await wait(10_000)
    const { promise, resolve } = Promise.withResolvers<Round>()
    vi.mocked(api.nextRound).mockReturnValue(promise)
    act(() => result.current.retry())
    await wait(100)
    expect(result.current.isFailing).toBe(true)
    resolve(testRound(12n))
    await wait(100)
    expect(result.current.isFailing).toBe(false)
  })

  test('finds the new round when responses take longer than the poll interval', async () => {
    const { server, api, setTime, result } = setUp(12n)
    act(() => setTime(12 * TEST_INTERVAL - 1))
    await wait(100)
    const slow = (epoch: bigint, signal: AbortSignal | undefined) =>
      new Promise<Round>((resolve, reject) => {
        setTimeout(() => resolve(testRound(epoch)), 5_000)
        signal?.addEventListener('abort', () => reject(new Error('aborted')))
      })
    vi.mocked(api.nextRound).mockImplementation((signal) => slow(server.epoch, signal))
    vi.mocked(api.liveRound).mockImplementation((signal) => slow(server.epoch - 1n, signal))
    server.epoch = 13n
    await wait(1_000 + 5_100)
    expect(epochs(result.current)).toEqual([11n, 12n, 13n])
  })
})
