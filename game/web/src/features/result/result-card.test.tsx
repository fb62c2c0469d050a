import { toEpoch, toPriceE8, toWei } from '@bullring/prediction/units'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Trade } from '#api/trade/trade.ts'
import { testTrade } from '#testing/test-trade.ts'
import { ResultCard } from './result-card.tsx'
import { WinCard } from './win-card.tsx'

const BNB = 10n ** 18n

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const lost = (overrides: Partial<Trade> = {}) =>
  testTrade(8n, { isWin: false, winAmount: 0n, claimAmount: toWei(0n), ...overrides })

function show(
  trades: readonly Trade[],
  overrides: Partial<Parameters<typeof ResultCard>[0]> = {},
  Card: (props: Parameters<typeof ResultCard>[0]) => ReactNode = ResultCard,
) {
  const onClaim = vi.fn()
  const onClose = vi.fn()
  const props = {
    isMissed: false,
    isClaiming: false,
    isSent: false,
    onShare: null,
    onClaim,
    onClose,
  }
  render(<Card trades={trades} {...props} {...overrides} />)
  return { onClaim, onClose }
}

const text = () => screen.getByRole('region', { name: 'Your result' }).textContent

test('a win offers to collect the payout', async () => {
  const { onClaim } = show([testTrade(9n)], {}, WinCard)
  expect(text()).toContain('You won round #9+0.0200 BNB')
  await userEvent.click(screen.getByRole('button', { name: /^Collect 0\.0700/ }))
  expect(onClaim).toHaveBeenCalledWith([9n])
})

test('a missed win is shown among the quiet results', () => {
  show([testTrade(9n)], { isMissed: true })
  expect(text()).toContain('While you were away: You won 0.0200 BNB')
})

test('a win that is sent has no button to collect, and says when it has arrived', () => {
  show([testTrade(9n)], { isSent: true })
  expect(text()).toContain('You won 0.0200 BNBOn its way to you')
  expect(screen.queryByRole('button', { name: /Collect/ })).toBeNull()
  cleanup()
  show([testTrade(9n, { isClaimed: true, claimAmount: toWei(0n) })], { isSent: true })
  expect(text()).toContain('You won 0.0200 BNB+0.0700 BNB sent to you')
  cleanup()
  show([testTrade(9n)], { isSent: true }, WinCard)
  expect(text()).toContain('On its way to you')
  expect(screen.queryByRole('button', { name: /Collect/ })).toBeNull()
})

test('a win whose fee exceeds it is a loss, with a payout to collect', () => {
  show([testTrade(9n, { winAmount: -BNB / 25n, claimAmount: toWei(BNB / 100n) })])
  expect(text()).toContain('You lost 0.0400 BNBRound #9')
  expect(screen.getByRole('button', { name: /^Collect 0\.0100/ })).toBeDefined()
})

test('a loss says so in plain words', () => {
  show([lost()])
  expect(text()).toContain('You lost 0.0500 BNBRound #8')
  expect(screen.queryByRole('button', { name: /Collect/ })).toBeNull()
})

test('a loss with a returned part explains it', () => {
  const returned = toWei(BNB / 50n)
  show([lost({ claimAmount: returned, returnedAmount: returned })])
  expect(text()).toContain('You lost 0.0300 BNB')
  expect(text()).toContain('0.0200 BNB of your stake was not matched and comes back.')
})

test.each([
  [
    'No one bet on the other side of round #9.',
    { pool: { bullAmount: toWei(BNB), bearAmount: toWei(0n) } },
  ],
  ['Round #9 closed where it locked.', { closePrice: toPriceE8(61_200_000_000n) }],
  ['Round #9 got no price in time.', { closePrice: null }],
])('a refund explains: %s', (reason, overrides) => {
  show([testTrade(9n, { isWin: null, state: 'refund', winAmount: 0n, ...overrides })])
  expect(text()).toContain(`Your 0.0500 BNB comes back${reason}`)
})

test('several results are added up and collected together', async () => {
  const won = testTrade(9n, { epoch: toEpoch(9n) })
  const { onClaim } = show([lost(), won, testTrade(10n)], { isMissed: true })
  expect(screen.getByRole('status').textContent).toContain(
    'While you were away: 3 rounds: won 0.0400 BNB, lost 0.0500 BNB',
  )
  await userEvent.click(screen.getByRole('button', { name: /^Collect 0\.1400/ }))
  expect(onClaim).toHaveBeenCalledWith([9n, 10n])
})

test('several results that gain together show the sum', () => {
  const small = lost({ stake: toWei(BNB / 100n) })
  show([small, testTrade(9n), testTrade(10n)], {}, WinCard)
  expect(text()).toContain('3 rounds: won 0.0400 BNB, lost 0.0100 BNB+0.0300 BNB')
})

test('Escape closes it, but a window above it first', async () => {
  const { onClose } = show([lost()])
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.setAttribute('open', '')
  await userEvent.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  dialog.remove()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
})

test.each([
  [false, 1],
  [true, 0],
])('closes by itself unless it was missed (%s)', (isMissed, times) => {
  vi.useFakeTimers()
  const { onClose } = show([lost()], { isMissed })
  act(() => vi.advanceTimersByTime(10_000))
  expect(onClose).toHaveBeenCalledTimes(times)
})
