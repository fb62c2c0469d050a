import { toEpoch, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createGameApi, type GameApi, GameApiContext } from '#api/game-api.ts'
import { AppConfigContext } from '#api/market/app-config.ts'
import { noteFirstBets } from '#api/trade/first-bets.ts'
import { formatHour } from '#format/format.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { testTrade } from '#testing/test-trade.ts'
import { createToastStore, ToastContext } from '#toasts/toast-store.ts'
import { HistoryDrawer } from './history-drawer.tsx'
import type { Trades } from './use-trades.ts'

// The list renders visible rows only, and jsdom has no layout.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(53)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const EXPLORER = 'https://bscscan.com'
const BNB = 10n ** 18n

const tradesByUser = vi.fn<GameApi['tradesByUser']>()

function open(
  history: Partial<Trades> = {},
  { isConnected = true, isClaiming = false, explorerUrl = EXPLORER as string | null } = {},
) {
  const spies = { loadOlder: vi.fn(), retry: vi.fn(), onClaimAll: vi.fn(), onShowRound: vi.fn() }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const inMarket = (symbol: string) => (
    <QueryClientProvider client={client}>
      <AppConfigContext value={testAppConfig()}>
        <GameApiContext value={{ ...createGameApi(symbol), tradesByUser }}>
          <ToastContext value={createToastStore()}>
            <HistoryDrawer
              account={isConnected ? ALICE : null}
              connectButton={<button type="button">Connect Wallet</button>}
              history={{
                trades: [],
                updatedAtMs: 0,
                isLoading: false,
                hasFailed: false,
                hasOlder: false,
                isLoadingOlder: false,
                loadOlder: spies.loadOlder,
                retry: spies.retry,
                ...history,
              }}
              explorerUrl={explorerUrl}
              isClaiming={isClaiming}
              claimStep={null}
              marketChoice={null}
              payouts={null}
              onClaimAll={spies.onClaimAll}
              onShowRound={spies.onShowRound}
              onClose={vi.fn()}
            />
          </ToastContext>
        </GameApiContext>
      </AppConfigContext>
    </QueryClientProvider>
  )
  const { rerender } = render(inMarket('BNB'))
  return { ...spies, showMarket: (symbol: string) => rerender(inMarket(symbol)) }
}

const lost = testTrade(8n, { isWin: false, winAmount: 0n, claimAmount: toWei(0n) })

/** Wins of newer rounds, newest first. */
const newerWins = (count: number) =>
  Array.from({ length: count }, (_, index) => testTrade(BigInt(40 - index)))

describe('HistoryDrawer', () => {
  test('asks the visitor to connect a wallet', () => {
    open({}, { isConnected: false })
    expect(screen.getByText('Please connect wallet to view history')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Connect Wallet' })).toBeDefined()
    expect(screen.queryByRole('radio')).toBeNull()
  })

  test('shows a hint when there are no bets', () => {
    open()
    expect(screen.getByText('No trading history')).toBeDefined()
    expect(screen.getByText(/Your first bet will appear here/)).toBeDefined()
  })

  test('says since when bets are kept, at the end of the list only', () => {
    noteFirstBets('BNB=20000@1762178700,BTC=7@1')
    const sentence = /^Bets before Nov 3, 2025, .* are no longer kept here\.$/
    open({ trades: [lost], hasOlder: true })
    expect(screen.queryByText(sentence)).toBeNull()
    cleanup()
    open({ trades: [lost] })
    expect(screen.getByText(sentence)).toBeDefined()
    cleanup()
    open()
    expect(screen.getByText(sentence)).toBeDefined()
  })

  test('begins at the newest row of another selection', async () => {
    open({ trades: [testTrade(9n)] })
    screen.getByRole('region', { name: 'Rounds' }).scrollTop = 500
    await userEvent.click(screen.getByRole('radio', { name: 'Uncollected' }))
    expect(screen.getByRole('region', { name: 'Rounds' }).scrollTop).toBe(0)
  })

  test('begins at the newest row of another market', () => {
    const { showMarket } = open({ trades: [testTrade(9n)] })
    screen.getByRole('region', { name: 'Rounds' }).scrollTop = 500
    showMarket('BTC')
    expect(screen.getByRole('region', { name: 'Rounds' }).scrollTop).toBe(0)
  })

  test('expands a win with all its details', async () => {
    open({ trades: [testTrade(9n)] })
    const head = screen.getByRole('button', { name: /#9/ })
    expect(head.textContent).toContain('+0.0200')
    expect(head.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(head)
    expect(head.getAttribute('aria-expanded')).toBe('true')
    const text = screen.getByRole('listitem').textContent
    for (const line of [
      'Your HistoryWIN',
      'Your directionUP',
      'Your bet0.0500 BNB',
      'Your winnings+0.0200 BNB',
      'Amount to collect0.0700 BNB',
      'CLOSED PRICE$612.3400+$0.3400',
      'Locked Price$612.0000',
      'Prize Pool3.0000 BNB',
      'UP1.46x 2.0000 BNB',
      'DOWN2.91x 1.0000 BNB',
    ]) {
      expect(text).toContain(line)
    }
    const link = screen.getByRole('link', { name: 'View transaction' })
    expect(link.getAttribute('href')).toBe('https://bscscan.com/tx/0xab')
    expect(link.getAttribute('target')).toBe('_blank')
  })

  test('expands a loss without an amount to collect', async () => {
    open({ trades: [lost] })
    await userEvent.click(screen.getByRole('button', { name: /#8/ }))
    const text = screen.getByRole('listitem').textContent
    expect(text).toContain('Your result-0.0500 BNB')
    expect(text).not.toContain('Amount to collect')
  })

  test('shows running rounds as pending', () => {
    const running = { isWin: null, winAmount: 0n, claimAmount: toWei(0n) }
    open({
      trades: [
        testTrade(12n, { ...running, state: 'open' }),
        testTrade(11n, { ...running, state: 'locked' }),
        testTrade(10n, { ...running, state: 'settling' }),
      ],
    })
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
    const time = formatHour(toUnixSeconds(1))
    expect(rows).toEqual([
      expect.stringContaining(`UP#12${time}Open-`),
      `UP#11${time}Live-`,
      `UP#10${time}Calculating-`,
    ])
  })

  test('filters by collected and uncollected', async () => {
    open({
      trades: [testTrade(9n), lost, testTrade(7n, { isClaimed: true, claimAmount: toWei(0n) })],
    })
    const epochs = () => screen.queryAllByRole('listitem').map((row) => row.textContent)
    expect(epochs()).toHaveLength(3)
    await userEvent.click(screen.getByRole('radio', { name: 'Collected' }))
    expect(epochs()).toEqual([expect.stringContaining('#7')])
    await userEvent.click(screen.getByRole('radio', { name: 'Uncollected' }))
    expect(epochs()).toEqual([expect.stringContaining('#9')])
  })

  test('claims winnings and refunds together', async () => {
    const refund = testTrade(6n, {
      state: 'refund',
      isWin: null,
      winAmount: 0n,
      claimAmount: toWei(BNB / 20n),
    })
    const { onClaimAll } = open({ trades: [testTrade(9n), lost, refund] })
    await userEvent.click(screen.getByRole('radio', { name: 'Uncollected' }))
    expect(screen.getByText('0.1200 BNB')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Claim All Winnings' }))
    expect(onClaimAll).toHaveBeenCalledWith([
      expect.objectContaining({ symbol: 'BNB', epoch: 9n }),
      expect.objectContaining({ symbol: 'BNB', epoch: 6n }),
    ])
  })

  test('claims above all bets too', async () => {
    const { onClaimAll } = open({ trades: [testTrade(9n), lost] })
    expect(screen.getByText('0.0700 BNB')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Claim All Winnings' }))
    expect(onClaimAll).toHaveBeenCalledWith([expect.objectContaining({ epoch: 9n })])
  })

  test('shows what is uncollected before it claims, while older bets may belong to it', async () => {
    const { onClaimAll } = open({ trades: [testTrade(9n), lost], hasOlder: true })
    await userEvent.click(screen.getByRole('button', { name: 'Claim All Winnings' }))
    expect(onClaimAll).not.toHaveBeenCalled()
    expect(screen.getByRole('radio', { name: 'Uncollected', checked: true })).toBeDefined()
  })

  test('offers no claim when nothing is to be collected', async () => {
    open({ trades: [lost] })
    await userEvent.click(screen.getByRole('radio', { name: 'Uncollected' }))
    expect(screen.getByText('No uncollected winnings to claim')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Claim All Winnings' })).toBeNull()
    expect(screen.queryByText('To collect')).toBeNull()
  })

  test('groups bets by day with the sum of each day that has loaded', () => {
    const day = (date: number, hour: number) =>
      toUnixSeconds(new Date(2025, 10, date, hour).getTime() / 1_000)
    open({
      trades: [
        testTrade(9n, { placedAt: day(20, 23) }),
        testTrade(8n, { isWin: false, winAmount: 0n, placedAt: day(20, 1) }),
        testTrade(7n, { placedAt: day(19, 23) }),
      ],
      hasOlder: true,
    })
    const heads = screen.getAllByRole('heading', { level: 3 })
    expect(heads.map(({ parentElement }) => parentElement?.textContent)).toEqual([
      'Thu, Nov 20, 2025Total of the day -0.0300 BNB',
      // Older bets of this day may be missing.
      'Wed, Nov 19, 2025',
    ])
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
  })

  test('has no tools for the few bets of a newcomer', () => {
    open({ trades: newerWins(7).concat(lost) })
    expect(screen.queryByRole('searchbox')).toBeNull()
    expect(screen.queryByRole('combobox')).toBeNull()
    cleanup()
    open({ trades: newerWins(9).concat(lost) })
    expect(screen.getByRole('searchbox')).toBeDefined()
  })

  test('narrows the list to a result', async () => {
    open({ trades: [...newerWins(8), testTrade(9n), lost] })
    const select = screen.getByRole('combobox', { name: 'Result filter' })
    await userEvent.selectOptions(select, 'Lost')
    expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      expect.stringContaining('#8'),
    ])
    await userEvent.selectOptions(select, 'Refunded')
    expect(screen.getByText('No bets with this result')).toBeDefined()
  })

  test('finds a round by its number, loaded or not', async () => {
    tradesByUser.mockImplementation(async ({ beforeEpoch }) =>
      beforeEpoch === toEpoch(124n) ? [testTrade(123n)] : [testTrade(5n)],
    )
    open({ trades: [...newerWins(8), testTrade(9n), lost] })
    const field = screen.getByRole('searchbox', { name: 'Find a round by its number' })
    await userEvent.type(field, '#8')
    expect(screen.getByRole('listitem').textContent).toContain('#8')
    await userEvent.clear(field)
    await userEvent.type(field, '123')
    expect((await screen.findByRole('listitem')).textContent).toContain('#123')
    await userEvent.type(field, '4')
    expect(await screen.findByText('You did not bet on this round')).toBeDefined()
    await userEvent.clear(field)
    expect(screen.getAllByRole('listitem')).toHaveLength(10)
  })

  test('saves all bets as a CSV file, whatever the list shows', async () => {
    const files: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob)
      return 'blob:file'
    })
    tradesByUser.mockImplementation(({ limit, beforeEpoch }) => {
      const newest = beforeEpoch === null ? 450 : Number(beforeEpoch) - 1
      const length = Math.min(limit, newest)
      const page = Array.from({ length }, (_, index) => testTrade(BigInt(newest - index)))
      return Promise.resolve(page)
    })
    open({ trades: [lost], hasOlder: true })
    await userEvent.click(screen.getByRole('button', { name: 'Save all bets as a CSV file' }))
    await waitFor(() => expect(files).toHaveLength(1))
    const lines = (await files[0]?.text())?.split('\r\n') ?? []
    expect(lines).toHaveLength(452)
    expect(lines[1]).toMatch(/^450,/)
    expect(lines[450]).toMatch(/^1,/)
  })

  test('error: reports an export that failed', async () => {
    tradesByUser.mockRejectedValue(new Error('down'))
    open({ trades: [lost], hasOlder: true })
    await userEvent.click(screen.getByRole('button', { name: 'Save all bets as a CSV file' }))
    expect(await screen.findByText('The file could not be made. Try again.')).toBeDefined()
  })

  test('copies the transaction where there is no explorer', async () => {
    const user = userEvent.setup()
    open({ trades: [testTrade(8n, { transaction: '0xabcdef' })] }, { explorerUrl: null })
    await user.click(screen.getByRole('button', { name: /#8/ }))
    await user.click(screen.getByRole('button', { name: /^Copy transaction/ }))
    expect(await screen.findByRole('button', { name: /^Transaction copied/ })).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe('0xabcdef')
  })

  test('opens a round with its proof', async () => {
    const { onShowRound } = open({ trades: [lost] })
    await userEvent.click(screen.getByRole('button', { name: /#8/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Show round and proof' }))
    expect(onShowRound).toHaveBeenCalledWith(expect.objectContaining({ epoch: 8n }))
  })

  test('shows Processing... during a claim', async () => {
    open({ trades: [testTrade(9n)] }, { isClaiming: true })
    await userEvent.click(screen.getByRole('radio', { name: 'Uncollected' }))
    const button = screen.getByRole('button', { name: 'Processing...' })
    expect(button.hasAttribute('disabled')).toBe(true)
  })

  test('disables the claim until all older bets have loaded', async () => {
    const { loadOlder } = open({ trades: [testTrade(9n)], hasOlder: true })
    await userEvent.click(screen.getByRole('radio', { name: 'Uncollected' }))
    expect(loadOlder).toHaveBeenCalled()
    const button = screen.getByRole('button', { name: 'Loading older bets' })
    expect(button.hasAttribute('disabled')).toBe(true)
  })

  test('error: claims the loaded bets when older ones fail to load', async () => {
    const { onClaimAll } = open({ trades: [testTrade(9n)], hasOlder: true, hasFailed: true })
    await userEvent.click(screen.getByRole('radio', { name: 'Uncollected' }))
    await userEvent.click(screen.getByRole('button', { name: 'Claim All Winnings' }))
    expect(onClaimAll).toHaveBeenCalledWith([expect.objectContaining({ epoch: 9n })])
  })

  test('offers a retry after a failure and keeps the loaded bets', async () => {
    const { retry } = open({ trades: [lost], hasFailed: true })
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledTimes(1)
  })

  test('loads older bets when the end comes into view', () => {
    const { loadOlder } = open({ trades: [lost], hasOlder: true })
    expect(loadOlder).toHaveBeenCalled()
    const list = screen.getByRole('region', { name: 'Rounds' })
    expect(within(list).getByRole('status').textContent).toContain('Loading older bets')
  })

  test('sends one request at a time and none after a failure', () => {
    const { loadOlder } = open({ trades: [lost], hasOlder: true, isLoadingOlder: true })
    expect(loadOlder).not.toHaveBeenCalled()
    cleanup()
    const failed = open({ trades: [lost], hasOlder: true, hasFailed: true })
    expect(failed.loadOlder).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })

  test('renders only a few rows of ten thousand', () => {
    const trades = Array.from({ length: 10_000 }, (_, index) => testTrade(BigInt(10_000 - index)))
    const { loadOlder } = open({ trades, hasOlder: true })
    const rows = screen.getAllByRole('listitem')
    expect(rows.length).toBeLessThan(40)
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('10000')
    expect(loadOlder).not.toHaveBeenCalled()
  })
})
