import { toBasisPoints, toWei } from '@bullring/prediction/units'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createGameApi, type GameApi, GameApiContext } from '#api/game-api.ts'
import { AppConfigContext } from '#api/market/app-config.ts'
import type { OwnRank, Standing } from '#api/trade/leaderboard.ts'
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

const NO_RANK: OwnRank = { players: 2, minimumRounds: 1, standing: null }

function show(leaderboard: GameApi['leaderboard'], own: OwnRank = NO_RANK) {
  const leaderboardRank = () => Promise.resolve(own)
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <AppConfigContext value={testAppConfig()}>
        <GameApiContext value={{ ...createGameApi(), leaderboard, leaderboardRank }}>
          <LeaderboardPanel account={BOB} marketChoice={null} />
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
    expect(first?.textContent).toBe('10x7099\u202679C8425%1.0000 BNB\u22120.1000 BNB')
    expect(first?.textContent).not.toContain('You')
    expect(second?.textContent).toContain('You')
  })

  test('adds the rank of a user who is not listed', async () => {
    const own = { players: 312, minimumRounds: 1, standing: standing(99, BOB) }
    show(() => Promise.resolve([standing(1, ALICE)]), own)
    const row = await screen.findByRole('row', { name: /You/ })
    expect(row.textContent).toMatch(/^990x3C44\u202693BCYouof 312/)
    expect(screen.getByText('312 players')).toBeDefined()
  })

  test('says how many rounds a user without a rank has played', async () => {
    const unranked = { ...standing(1, BOB), rank: null }
    show(() => Promise.resolve([standing(1, ALICE)]), {
      players: 8,
      minimumRounds: 10,
      standing: unranked,
    })
    const row = await screen.findByRole('row', { name: /You/ })
    expect(row.textContent).toContain('4 of 10 rounds')
    expect(screen.getByText('At least 10 rounds')).toBeDefined()
  })

  test('lists a user once', async () => {
    const own = { players: 2, minimumRounds: 1, standing: standing(2, BOB) }
    show(() => Promise.resolve([standing(1, ALICE), standing(2, BOB)]), own)
    expect(await screen.findByText('2 players')).toBeDefined()
    expect(screen.getAllByRole('row')).toHaveLength(3)
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
