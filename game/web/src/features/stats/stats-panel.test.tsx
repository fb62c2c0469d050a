import { toBasisPoints, toEpoch, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createGameApi, type GameApi, GameApiContext } from '#api/game-api.ts'
import { AppConfigContext } from '#api/market/app-config.ts'
import type { ProfitLine } from '#api/trade/profit-line.ts'
import type { TradeStats } from '#api/trade/trade-stats.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { StatsPanel } from './stats-panel.tsx'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BNB = 10n ** 18n

const STATS: TradeStats = {
  totalRounds: 5,
  wonRounds: 3,
  lostRounds: 2,
  winShare: toBasisPoints(6_000n),
  netResults: BNB / 2n,
  averageReturn: BNB / 10n,
  averagePosition: toWei(BNB / 4n),
  bestRound: { symbol: 'BNB', epoch: toEpoch(42), profit: BNB, multiplier: 1.9401 },
  totalWon: (BNB * 3n) / 2n,
  totalLost: toWei(BNB),
  totalPosition: toWei((BNB * 5n) / 4n),
}
const NO_STATS: TradeStats = {
  ...STATS,
  totalRounds: 0,
  wonRounds: 0,
  lostRounds: 0,
  bestRound: null,
}

const LINE: ProfitLine = {
  points: [1, 2, 3, 4, 5].map((rounds) => ({
    symbol: 'BNB',
    epoch: toEpoch(40 + rounds),
    placedAt: toUnixSeconds(1_700_000_000 + rounds),
    rounds,
    netResults: (BigInt(rounds) * BNB) / 10n - (rounds === 2 ? BNB : 0n),
  })),
  currentStreak: -2,
  longestWins: 3,
  longestLosses: 2,
}

function show(
  tradeStats: GameApi['tradeStats'],
  explorerUrl: string | null,
  { isConnected = true, line = LINE } = {},
) {
  const appConfig = testAppConfig()
  appConfig.chain.explorerUrl = explorerUrl
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <AppConfigContext value={appConfig}>
        <GameApiContext
          value={{ ...createGameApi(), tradeStats, profitLine: () => Promise.resolve(line) }}
        >
          <StatsPanel
            account={isConnected ? ALICE : null}
            connectButton={<button type="button">Connect Wallet</button>}
            marketChoice={null}
          />
        </GameApiContext>
      </AppConfigContext>
    </QueryClientProvider>,
  )
}

/** The shown value of each figure by its name. */
function figures() {
  const names = screen.getAllByRole('term').map(({ textContent }) => textContent)
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  return Object.fromEntries(names.map((name, index) => [name, values[index]]))
}

afterEach(cleanup)

describe('StatsPanel', () => {
  test('shows every figure of the account and a link to the explorer', async () => {
    show(() => Promise.resolve(STATS), 'https://explorer.example')
    const link = await screen.findByRole('link', { name: 'View on the block explorer' })
    expect(link.getAttribute('href')).toBe(`https://explorer.example/address/${ALICE}`)
    await screen.findByRole('slider')
    await screen.findByText(/3 \/ 5/)
    expect(figures()).toEqual({
      'Won rounds / total': '3 / 5 60%',
      'Net results': '+0.5000 BNB',
      'Average return per round': '+0.1000 BNB',
      'Best round': '+1.0000 BNB #42, 1.94x',
      'Average position': '0.2500 BNB',
      Won: '1.5000 BNB',
      Lost: '1.0000 BNB',
      Entered: '1.2500 BNB',
      'Current streak': '2 lost',
      'Longest streaks': '3 won2 lost',
    })
  })

  test('the profit line is read round by round and has a text', async () => {
    show(() => Promise.resolve(STATS), null)
    const reader = await screen.findByRole('slider')
    expect(reader.getAttribute('aria-label')).toContain(
      'Net results after 5 rounds: +0.5000 BNB. Highest +0.5000 BNB, lowest \u22120.8000 BNB.',
    )
    expect(reader.getAttribute('aria-valuetext')).toBe('+0.5000 BNB after 5 rounds')
    fireEvent.change(reader, { target: { value: '2' } })
    expect(reader.getAttribute('aria-valuetext')).toBe('\u22120.8000 BNB after 2 rounds')
    fireEvent.change(reader, { target: { value: '0' } })
    expect(reader.getAttribute('aria-valuetext')).toBe('0.0000 BNB after 0 rounds')
  })

  test('puts a single result into words, without a line', async () => {
    const line = { ...LINE, points: LINE.points.slice(0, 1) }
    show(() => Promise.resolve(STATS), null, { line })
    expect(await screen.findByText(/after 1 round/)).toBeDefined()
    expect(screen.queryByRole('slider')).toBeNull()
  })

  test('shows another period, and that it has no rounds', async () => {
    const tradeStats = vi.fn<GameApi['tradeStats']>(({ window }) =>
      Promise.resolve(window === 'day' ? NO_STATS : STATS),
    )
    show(tradeStats, null)
    await screen.findByText(/3 \/ 5/)
    await userEvent.click(screen.getByRole('radio', { name: 'Day' }))
    expect(await screen.findByText('None of your rounds finished in this period.')).toBeDefined()
    await userEvent.click(screen.getByRole('radio', { name: 'All time' }))
    expect(await screen.findByText(/3 \/ 5/)).toBeDefined()
  })

  test('has no best round before the first win, and no link without an explorer', async () => {
    show(() => Promise.resolve({ ...STATS, wonRounds: 0, bestRound: null }), null)
    await screen.findByText(/0 \/ 5/)
    expect(figures()['Best round']).toBe('\u2013')
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('shows that there are no stats or no wallet', async () => {
    show(() => Promise.resolve(NO_STATS), null)
    expect(await screen.findByText('No stats')).toBeDefined()
    cleanup()
    const tradeStats = vi.fn(() => Promise.resolve(STATS))
    show(tradeStats, null, { isConnected: false })
    expect(screen.getByText('Please connect wallet to view stats')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Connect Wallet' })).toBeDefined()
    expect(tradeStats).not.toHaveBeenCalled()
  })

  test('error: a failed request shows no stats and offers a retry', async () => {
    const tradeStats = vi.fn<GameApi['tradeStats']>().mockRejectedValueOnce(new Error('down'))
    tradeStats.mockResolvedValue(STATS)
    show(tradeStats, null)
    expect(await screen.findByText('No stats')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/3 \/ 5/)).toBeDefined()
  })
})
