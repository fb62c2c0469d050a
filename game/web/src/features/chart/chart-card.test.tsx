import type { MarketConfig } from '@bullring/game-api/config'
import { toEpoch, toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import { QueryClient, QueryClientProvider, type UseQueryResult } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGameApi, type GameApi, GameApiContext } from '#api/game-api.ts'
import type { PricePoint } from '#api/round/price-point.ts'
import { sleep } from '#browser/sleep.ts'
import { createChainClock } from '#chain/clock/chain-clock.ts'
import { ChainClockContext } from '#chain/clock/use-chain-time.ts'
import { formatTime } from '#format/format.ts'
import { ChartCard } from './chart-card.tsx'
import { addTick } from './use-ticks.ts'

let clock = createChainClock()

beforeEach(() => {
  sessionStorage.clear()
  clock = createChainClock()
})
afterEach(cleanup)

const START = 1_700_000_000

function pointsOf(...dollars: number[]): PricePoint[] {
  return dollars.map((price, index) => ({
    timestamp: toUnixSeconds(START + index * 33),
    price: toPriceE8(BigInt(price) * 10n ** 8n),
    epoch: toEpoch(7n),
  }))
}

const points = pointsOf(612, 613, 614)

function card(
  query: Partial<UseQueryResult<PricePoint[]>>,
  priceSource: MarketConfig['prices'] = 'oracle',
) {
  // The card reads only these four fields of the query.
  const prices = { isPending: false, isError: false, refetch: vi.fn(), ...query }
  const priceHistory = vi.fn<GameApi['priceHistory']>(async () => pointsOf(600, 650, 640))
  const client = new QueryClient()
  const element = (data = prices.data) => (
    <QueryClientProvider client={client}>
      <GameApiContext value={{ ...createGameApi(), priceHistory }}>
        <ChainClockContext value={clock}>
          <ChartCard
            prices={{ ...prices, data } as UseQueryResult<PricePoint[]>}
            bands={[]}
            userTrades={[]}
            priceSource={priceSource}
          />
        </ChainClockContext>
      </GameApiContext>
    </QueryClientProvider>
  )
  const { rerender } = render(element())
  const update = (data: PricePoint[]) => rerender(element(data))
  return { ...prices, client, priceHistory, update }
}

const slider = () => screen.getByRole('slider', { name: 'Oracle price by time' })
const valueText = () => slider().getAttribute('aria-valuetext')
const at = (index: number) => formatTime(toUnixSeconds(START + index * 33))

test('shows pair and source, and whether prices are a replay', () => {
  card({ data: points }, 'replayed')
  const text = screen.getByRole('region', { name: 'BNB/USD Chart' }).textContent
  expect(text).toContain('by oracle')
  expect(text).toContain('demo: real prices from the past')
  cleanup()
  card({ data: points }, 'generated')
  expect(screen.getByText('generated prices')).toBeDefined()
})

test('selects points by keyboard', async () => {
  card({ data: points })
  expect(valueText()).toBe(`$614.0000 at ${at(2)}, round #7`)
  slider().focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(valueText()).toBe(`$613.0000 at ${at(1)}, round #7`)
  await userEvent.keyboard('{Home}{ArrowLeft}')
  expect(valueText()).toBe(`$612.0000 at ${at(0)}, round #7`)
  await userEvent.keyboard('{End}')
  expect(valueText()).toBe(`$614.0000 at ${at(2)}, round #7`)
  await userEvent.keyboard('{PageDown}{PageUp}{ArrowLeft}{Escape}')
  expect(valueText()).toBe(`$614.0000 at ${at(2)}, round #7`)
})

test('keeps the selected point when a price arrives', async () => {
  const { update } = card({ data: points })
  slider().focus()
  await userEvent.keyboard('{ArrowLeft}')
  update(pointsOf(612, 613, 614, 615).slice(1))
  expect(valueText()).toBe(`$613.0000 at ${at(1)}, round #7`)
})

test('describes the chart by its extremes', () => {
  card({ data: points })
  const id = slider().getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(id)?.textContent).toBe(
    'Lowest price $612.0000, highest price $614.0000.',
  )
})

test('shows a longer time, and remembers the choice for the session', async () => {
  const { priceHistory } = card({ data: points })
  expect(screen.getByRole('radio', { name: 'Live' })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('radio', { name: '1 h' }))
  expect(await screen.findByText('$650.0000')).toBeDefined()
  expect(screen.getByText(`since ${at(0)}`)).toBeDefined()
  expect(priceHistory.mock.calls.map(([range]) => range)).toEqual(['1h'])
  cleanup()
  card({ data: points })
  expect(screen.getByRole('radio', { name: '1 h' })).toHaveProperty('checked', true)
})

const tickAt = (second: number, dollars: number) => ({
  timestamp: toUnixSeconds(START + second),
  price: toPriceE8(BigInt(dollars * 100) * 10n ** 6n),
})
const tickLabel = () => screen.queryByText('live, does not decide')?.parentElement
/** Brings chain time to a second. */
function setChainTime(second: number) {
  const serverTime = START + second
  const atMs = performance.now()
  clock.sync({ sentAtMs: atMs, receivedAtMs: atMs, serverTime, blockTimestamp: null })
}

test('shows the price of an exchange beside the answers of the oracle, for as long as it moves', async () => {
  const { client, update } = card({ data: points })
  expect(tickLabel()).toBeUndefined()
  await act(async () => {
    setChainTime(70)
    addTick(client, tickAt(69, 614.25))
    addTick(client, tickAt(70, 614.5))
    addTick(client, tickAt(70, 614.75))
    await sleep()
  })
  expect(tickLabel()?.textContent).toBe('$614.7500 live, does not decide')
  expect(tickLabel()?.getAttribute('aria-hidden')).toBe('false')
  expect(valueText()).toBe(`$614.0000 at ${at(2)}, round #7`)
  act(() => setChainTime(75))
  expect(tickLabel()?.getAttribute('aria-hidden')).toBe('false')
  act(() => setChainTime(76))
  expect(tickLabel()?.getAttribute('aria-hidden')).toBe('true')
  await act(async () => {
    addTick(client, tickAt(76, 615))
    await sleep()
  })
  expect(tickLabel()?.getAttribute('aria-hidden')).toBe('false')
  update(pointsOf(612, 613, 614, 615))
  expect(tickLabel()?.textContent).toBe('$615.0000 live, does not decide')
})

test('shows a message when there is no price yet', () => {
  card({ data: [] })
  expect(screen.getByText(/No oracle price yet/)).toBeDefined()
})

test('offers a retry after a failure', async () => {
  const prices = card({ isError: true })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(prices.refetch).toHaveBeenCalledTimes(1)
})
