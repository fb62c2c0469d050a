import { toWei } from '@bullring/prediction/units'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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

const BNB = 10n ** 18n

function open(history: Partial<Trades> = {}, { isConnected = true, isClaiming = false } = {}) {
  const spies = { loadOlder: vi.fn(), retry: vi.fn(), onClaimAll: vi.fn() }
  render(
    <ToastContext value={createToastStore()}>
      <HistoryDrawer
        isConnected={isConnected}
        connectButton={<button type="button">Connect Wallet</button>}
        history={{
          trades: [],
          isLoading: false,
          hasFailed: false,
          hasOlder: false,
          isLoadingOlder: false,
          loadOlder: spies.loadOlder,
          retry: spies.retry,
          ...history,
        }}
        explorerUrl="https://bscscan.com"
        isClaiming={isClaiming}
        onClaimAll={spies.onClaimAll}
        onClose={vi.fn()}
      />
    </ToastContext>,
  )
  return spies
}

const lost = testTrade(8n, { isWin: false, winAmount: 0n, claimAmount: toWei(0n) })

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
    expect(rows).toEqual(['UP#12Open-', 'UP#11Live-', 'UP#10Calculating-'])
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
    expect(onClaimAll).toHaveBeenCalledWith([9n, 6n])
  })

  test('offers no claim when there is nothing to collect', async () => {
    open({ trades: [testTrade(9n, { claimAmount: toWei(0n), isClaimed: true })] })
    await userEvent.click(screen.getByRole('radio', { name: 'Uncollected' }))
    expect(screen.getByText('0.0000 BNB')).toBeDefined()
    const button = screen.getByRole('button', { name: 'Claim All Winnings' })
    expect(button.hasAttribute('disabled')).toBe(true)
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
    expect(onClaimAll).toHaveBeenCalledWith([9n])
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
    expect(screen.getByRole('status', { name: '' }).textContent).toContain('Loading older bets')
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
