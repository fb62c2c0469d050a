import { toEpoch } from '@bullring/prediction/units'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createGameApi, type GameApi, GameApiContext } from '#api/game-api.ts'
import { AppConfigContext } from '#api/market/app-config.ts'
import type { Trade } from '#api/trade/trade.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { markClaimed, refreshOlder, tradeKeys } from './trade-queries.ts'
import { useTrades } from './use-trades.ts'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Renders the hook against a server with a bet in each round up to `newest`. */
function setUp(bets: number) {
  const server = { newest: bets, claimed: 0 }
  const tradesByUser = vi.fn<GameApi['tradesByUser']>(({ limit, beforeEpoch }) => {
    const first = beforeEpoch === null ? server.newest : Number(beforeEpoch) - 1
    const length = Math.min(limit, Math.max(first, 0))
    const page = Array.from({ length }, (_, index) => {
      const epoch = first - index
      return { symbol: 'BNB', epoch: toEpoch(epoch), isClaimed: epoch === server.claimed } as Trade
    })
    return Promise.resolve(page)
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <AppConfigContext value={testAppConfig()}>
        <GameApiContext value={{ ...createGameApi(), tradesByUser }}>{children}</GameApiContext>
      </AppConfigContext>
    </QueryClientProvider>
  )
  const { result } = renderHook(() => useTrades(ALICE), { wrapper })
  const epochs = () => result.current.trades.map(({ epoch }) => Number(epoch))
  return { server, tradesByUser, client, result, epochs }
}

const descending = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => from - index)

afterEach(cleanup)

describe('useTrades', () => {
  test('loads thirty and older ones on demand', async () => {
    const { result, tradesByUser, epochs } = setUp(300)
    await waitFor(() => expect(epochs()).toEqual(descending(300, 271)))
    expect(result.current.hasOlder).toBe(true)
    expect(tradesByUser).toHaveBeenCalledTimes(1)
    act(() => result.current.loadOlder())
    await waitFor(() => expect(epochs()).toEqual(descending(300, 101)))
    act(() => result.current.loadOlder())
    await waitFor(() => expect(epochs()).toEqual(descending(300, 1)))
    expect(result.current.hasOlder).toBe(false)
  })

  test('has no older bets if the first page is not full', async () => {
    const { result, epochs } = setUp(29)
    await waitFor(() => expect(epochs()).toHaveLength(29))
    expect(result.current.hasOlder).toBe(false)
  })

  test('refreshes only the first page, and the older pages once there is a gap', async () => {
    const { server, result, tradesByUser, client, epochs } = setUp(100)
    await waitFor(() => expect(epochs()).toHaveLength(30))
    act(() => result.current.loadOlder())
    await waitFor(() => expect(epochs()).toHaveLength(100))
    const requests = tradesByUser.mock.calls.length
    server.newest = 110
    await act(() => client.invalidateQueries({ queryKey: tradeKeys.anyNewest }))
    await waitFor(() => expect(epochs()).toEqual(descending(110, 1)))
    expect(tradesByUser).toHaveBeenCalledTimes(requests + 1)
    server.newest = 150
    await act(() => client.invalidateQueries({ queryKey: tradeKeys.anyNewest }))
    await waitFor(() => expect(epochs()).toEqual(descending(150, 1)))
  })

  test('error: a failed older page keeps the loaded bets and can be retried', async () => {
    const { result, tradesByUser, epochs } = setUp(100)
    await waitFor(() => expect(epochs()).toHaveLength(30))
    tradesByUser.mockRejectedValueOnce(new Error('down'))
    act(() => result.current.loadOlder())
    await waitFor(() => expect(result.current.hasFailed).toBe(true))
    expect(epochs()).toHaveLength(30)
    act(() => result.current.retry())
    await waitFor(() => expect(epochs()).toHaveLength(100))
    expect(result.current.hasFailed).toBe(false)
  })

  test('marks an older bet as claimed', async () => {
    const { result, client, epochs } = setUp(100)
    await waitFor(() => expect(epochs()).toHaveLength(30))
    act(() => result.current.loadOlder())
    await waitFor(() => expect(epochs()).toHaveLength(100))
    act(() => markClaimed(client, ALICE, ['BNB 5']))
    const claimed = () => result.current.trades.filter(({ isClaimed }) => isClaimed)
    await waitFor(() => expect(claimed()).toMatchObject([{ epoch: 5n, claimAmount: 0n }]))
  })

  test('refetches only the page with the changed bet, of three', async () => {
    const { server, result, client, tradesByUser, epochs } = setUp(500)
    await waitFor(() => expect(epochs()).toHaveLength(30))
    for (const loaded of [200, 400, 500]) {
      act(() => result.current.loadOlder())
      await waitFor(() => expect(epochs()).toHaveLength(loaded))
    }
    tradesByUser.mockClear()
    server.claimed = 250
    await act(() => refreshOlder(client, ALICE, [toEpoch(250)], tradesByUser))
    const claimed = () => result.current.trades.filter(({ isClaimed }) => isClaimed)
    await waitFor(() => expect(claimed()).toMatchObject([{ epoch: 250n }]))
    const requests = tradesByUser.mock.calls.map(([{ beforeEpoch, limit }]) => [beforeEpoch, limit])
    expect(requests).toEqual([[301n, 200]])
    expect(epochs()).toEqual(descending(500, 1))
    // A claimed bet does not change any more.
    await act(() => refreshOlder(client, ALICE, [toEpoch(250)], tradesByUser))
    expect(tradesByUser).toHaveBeenCalledTimes(1)
  })

  test('a claimed bet stays claimed while the API still reports it as unclaimed', async () => {
    const { result, client, tradesByUser, epochs } = setUp(20)
    await waitFor(() => expect(epochs()).toHaveLength(20))
    act(() => markClaimed(client, ALICE, ['BNB 20']))
    const claimed = () => result.current.trades.filter(({ isClaimed }) => isClaimed)
    await waitFor(() => expect(claimed()).toMatchObject([{ epoch: 20n, claimAmount: 0n }]))
    tradesByUser.mockClear()
    await act(() => client.invalidateQueries({ queryKey: tradeKeys.anyNewest }))
    expect(tradesByUser).toHaveBeenCalledTimes(1)
    expect(claimed()).toHaveLength(1)
  })
})
