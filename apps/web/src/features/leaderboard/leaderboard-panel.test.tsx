import { toBasisPoints, toWei } from '@bullring/prediction/units'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { AppConfigContext } from '#api/app-config.ts'
import { createGameApi, type GameApi, GameApiContext } from '#api/game-api.ts'
import type { Standing } from '#api/leaderboard.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { LeaderboardPanel } from './leaderboard-panel.tsx'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const standing = (rank: number, account: Standing['account']): Standing => ({
  rank,
  account,
  totalRounds: 4,
  winShare: toBasisPoints(2_500n),
  netResults: -(10n ** 17n),
  totalPosition: toWei(10n ** 18n),
})

function show(leaderboard: GameApi['leaderboard']) {
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <AppConfigContext value={testAppConfig()}>
        <GameApiContext value={{ ...createGameApi(), leaderboard }}>
          <LeaderboardPanel account={BOB} />
        </GameApiContext>
      </AppConfigContext>
    </QueryClientProvider>,
  )
}

afterEach(cleanup)

describe('LeaderboardPanel', () => {
  test("shows the ranking and marks the user's row", async () => {
    show(() => Promise.resolve([standing(1, ALICE), standing(2, BOB)]))
    const table = await screen.findByRole('table', { name: 'Leaderboard' })
    const [, first, second] = within(table).getAllByRole('row')
    expect(first?.textContent).toBe('10x7099\u202679C8425 %1.0000 BNB-0.1000 BNB')
    expect(first?.textContent).not.toContain('You')
    expect(second?.textContent).toContain('You')
  })

  test('requests another period and another ranking', async () => {
    const leaderboard = vi.fn<GameApi['leaderboard']>(() => Promise.resolve([]))
    show(leaderboard)
    expect(await screen.findByText('No one here yet')).toBeDefined()
    await userEvent.click(screen.getByRole('radio', { name: 'All time' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Win percent' }))
    expect(leaderboard.mock.calls.map(([filter]) => filter)).toEqual([
      { window: 'day', rankBy: 'net_results' },
      { window: 'all', rankBy: 'net_results' },
      { window: 'all', rankBy: 'win_percent' },
    ])
  })

  test('error: offers a retry', async () => {
    const leaderboard = vi.fn<GameApi['leaderboard']>().mockRejectedValueOnce(new Error('down'))
    leaderboard.mockResolvedValue([standing(1, ALICE)])
    show(leaderboard)
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('table')).toBeDefined()
  })
})
