import { toUnixSeconds, toWei } from '@bullring/prediction/units'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ChainClockContext } from '#chain/clock/use-chain-time.ts'
import { testRound } from '#testing/test-round.ts'
import type { CardProps } from './any-card.tsx'
import { BetBar } from './bet-bar.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const round = testRound(10n, { multiples: { bull: 1.455, bear: 2.91 }, state: { kind: 'open' } })

function showBar(overrides: Partial<CardProps> = {}, now: number = round.times.lockTimestamp - 5) {
  const clock = {
    now: () => toUnixSeconds(now),
    sync: () => undefined,
    subscribe: () => () => undefined,
  }
  const onEnter = vi.fn()
  render(
    <ChainClockContext value={clock}>
      <BetBar
        round={round}
        lastPrice={null}
        userBets={new Map()}
        isClaiming={false}
        pendingSide={null}
        isOffline={false}
        firstPausedEpoch={null}
        oneTap={null}
        onEnter={onEnter}
        onClaim={vi.fn()}
        onVerify={null}
        {...overrides}
      />
    </ChainClockContext>,
  )
  return onEnter
}

const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

test('offers both sides with their multiples', async () => {
  const onEnter = showBar()
  expect(button(/^UP/).textContent).toBe('UP 1.46x')
  await userEvent.click(button(/^DOWN/))
  expect(onEnter).toHaveBeenCalledExactlyOnceWith('bear', round)
})

test('names the stake of a bet with one tap', () => {
  showBar({ oneTap: { stake: toWei(5n * 10n ** 16n), bets: [] } })
  expect(button(/^UP/).textContent).toContain('0.05 BNB')
})

test('says on a phone that the visitor is in', () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  const bet = {
    position: 'bull' as const,
    stake: toWei(5n * 10n ** 16n),
    claimAmount: toWei(0n),
    isClaimed: false,
  }
  showBar({ userBets: new Map([[round.epoch, bet]]) })
  expect(button(/You are in: UP 0.0500/).getAttribute('aria-disabled')).toBe('true')
  expect(button(/^DOWN/).getAttribute('aria-disabled')).toBe('true')
})

test('keeps the multiple of an entered side where its card is in view', () => {
  const bet = {
    position: 'bull' as const,
    stake: toWei(5n * 10n ** 16n),
    claimAmount: toWei(0n),
    isClaimed: false,
  }
  showBar({ userBets: new Map([[round.epoch, bet]]) })
  expect(screen.queryByText(/You are in/)).toBeNull()
  expect(button(/^UP/).getAttribute('aria-disabled')).toBe('true')
  expect(button(/^UP/).textContent).toBe('UP 1.46x0.05 BNB')
})

test('takes no bets after the lock or in a pause', () => {
  showBar({}, round.times.lockTimestamp)
  expect(button(/^UP/).disabled).toBe(true)
  cleanup()
  showBar({ firstPausedEpoch: round.epoch })
  expect(button(/^DOWN/).disabled).toBe(true)
})

test('takes no bets where the operator’s rules refuse them', () => {
  showBar({ isClosed: true })
  expect(button(/^UP/).disabled).toBe(true)
  expect(button(/^DOWN/).disabled).toBe(true)
})
