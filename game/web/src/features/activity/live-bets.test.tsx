import { toEpoch, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createGameApi, type GameApi, GameApiContext } from '#api/game-api.ts'
import type { RecentBet } from '#api/trade/recent-bet.ts'
import { LiveBets } from './live-bets.tsx'

afterEach(cleanup)

const bet = (epoch: number, position: RecentBet['position'] = 'bull'): RecentBet => ({
  account: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  epoch: toEpoch(epoch),
  position,
  stake: toWei(250_000_000_000_000_000n),
  placedAt: toUnixSeconds(1_700_000_000 + epoch),
})

function show(recentBets: GameApi['recentBets']) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <GameApiContext value={{ ...createGameApi(), recentBets }}>
        <LiveBets />
      </GameApiContext>
    </QueryClientProvider>,
  )
}

test('lists the newest bets with account, side, amount and round', async () => {
  show(vi.fn(async () => [bet(9), bet(8, 'bear')]))
  const rows = await screen.findAllByRole('listitem')
  expect(rows).toHaveLength(2)
  const [first, second] = rows.map(
    (row) => within(row).getByText(/BNB/).parentElement?.parentElement,
  )
  expect(first?.textContent).toMatch(/0x7099.79C8Round #9 .* UP0\.2500 BNB/)
  expect(second?.textContent).toContain('DOWN')
})

test('says that there are no bets yet', async () => {
  show(async () => [])
  expect(await screen.findByText(/No bets yet/)).toBeDefined()
})

test('error: says that bets could not be loaded', async () => {
  show(async () => Promise.reject(new Error('down')))
  expect(await screen.findByText('Bets could not be loaded.')).toBeDefined()
})
