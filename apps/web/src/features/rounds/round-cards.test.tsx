import type { RoundState } from '@bullring/prediction/round-state'
import { toBasisPoints, toEpoch, toPriceE8, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Round } from '#api/round.ts'
import { formatTime } from '#ui/format.ts'
import { ExpiredCard } from './expired-card.tsx'
import { LiveCard } from './live-card.tsx'
import { NextCard } from './next-card.tsx'
import type { OwnBet } from './own-bet.ts'
import { MissingCard } from './placeholder-card.tsx'

afterEach(cleanup)

const BNB = 10n ** 18n
const close = toUnixSeconds(1_700_000_600)

function round(overrides: Partial<Round> = {}): Round {
  return {
    epoch: toEpoch(10n),
    times: {
      startTimestamp: toUnixSeconds(1_700_000_000),
      lockTimestamp: toUnixSeconds(1_700_000_300),
      closeTimestamp: close,
    },
    lockPrice: toPriceE8(61_200_000_000n),
    closePrice: toPriceE8(61_234_000_000n),
    priceChange: toPriceE8(34_000_000n),
    pool: { bullAmount: toWei(2n * BNB), bearAmount: toWei(BNB) },
    pot: toWei(3n * BNB),
    multiples: { bull: 1.455, bear: 2.91 },
    treasuryFee: toBasisPoints(300n),
    state: { kind: 'settled', winner: 'bull' },
    ...overrides,
  }
}

function ownBet(overrides: Partial<OwnBet> = {}): OwnBet {
  return { position: 'bull', stake: toWei(BNB / 20n), claimAmount: toWei(0n), ...overrides }
}

const card = (name: string) => screen.getByRole('region', { name })

function showNextCard(overrides: Partial<Parameters<typeof NextCard>[0]>) {
  const open = { round: round(), isOpen: true, ownBet: undefined, isBetting: false }
  return render(<NextCard kind="bullring" {...open} onEnter={vi.fn()} {...overrides} />)
}

describe('NextCard', () => {
  test('shows pool and payouts and tells which side was chosen', async () => {
    const onEnter = vi.fn()
    showNextCard({ onEnter })
    const text = card('Next #10').textContent
    expect(text).toContain('3.0000 BNB')
    expect(text).toContain('1.46x')
    expect(text).toContain('2.91x')
    await userEvent.click(screen.getByRole('button', { name: 'Enter DOWN' }))
    await userEvent.click(screen.getByRole('button', { name: 'Enter UP' }))
    expect(onEnter.mock.calls).toEqual([['bear'], ['bull']])
  })

  test('closes both ways in at the lock', () => {
    showNextCard({ isOpen: false })
    for (const button of screen.getAllByRole('button')) {
      expect(button.hasAttribute('disabled')).toBe(true)
    }
    expect(card('Next #10').textContent).toContain('Locking')
  })

  test('takes no second bet while the first is under way', () => {
    showNextCard({ isBetting: true })
    for (const button of screen.getAllByRole('button')) {
      expect(button.hasAttribute('disabled')).toBe(true)
    }
  })

  test('shows the own stake instead of a second way in', () => {
    showNextCard({ ownBet: ownBet() })
    expect(card('Next #10').textContent).toContain('UP entered0.0500pays0.0728 BNB')
    expect(screen.getByRole('button', { name: 'Enter UP' }).hasAttribute('disabled')).toBe(true)
  })

  test('has dashes for payouts nobody can have', () => {
    const empty = { bullAmount: toWei(0n), bearAmount: toWei(0n) }
    const multiples = { bull: 0, bear: 0 }
    showNextCard({ round: round({ pool: empty, pot: toWei(0n), multiples }) })
    expect(card('Next #10').textContent).toContain('No bets yet')
    expect(card('Next #10').textContent).toContain('UP\u2013')
  })

  test('pays a stake back once while nobody is on the other side', () => {
    const pool = { bullAmount: toWei(BNB), bearAmount: toWei(0n) }
    const oneSided = round({ pool, pot: toWei(BNB), multiples: { bull: 0.97, bear: 0 } })
    showNextCard({ round: oneSided })
    const text = card('Next #10').textContent
    expect(text).toContain('UP1.00x')
    expect(text).not.toContain('0.97x')
    expect(text).toContain('If it stays so, stakes come back.')
    cleanup()
    showNextCard({ kind: 'pancake-v2', round: oneSided })
    expect(card('Next #10').textContent).toContain('UP0.97x')
  })
})

describe('LiveCard', () => {
  const lastPrice = toPriceE8(61_150_000_000n)
  const live = (overrides: Partial<Round>, state: RoundState) =>
    render(
      <LiveCard round={round(overrides)} state={state} lastPrice={lastPrice} ownBet={undefined} />,
    )

  test('shows last and locked price and the difference', () => {
    live({}, { kind: 'locked' })
    const text = card('Live #10').textContent
    expect(text).toContain('Last Price$611.5000')
    expect(text).toContain('Locked Price$612.0000')
    expect(text).toContain('-$0.5000')
    expect(text).toContain(`Closes at ${formatTime(close)}`)
  })

  test('says what it waits for while the lock price is not on the chain', () => {
    live({ lockPrice: null }, { kind: 'locked' })
    expect(card('Live #10').textContent).toContain(
      `Waiting for the first oracle price after ${formatTime(toUnixSeconds(1_700_000_300))}`,
    )
  })

  test('waits for the close price once its time is over', () => {
    live({}, { kind: 'settling' })
    expect(card('Live #10').textContent).toContain(
      `Waiting for the first oracle price after ${formatTime(close)}`,
    )
  })

  test('says that a one-sided round pays everybody back', () => {
    const pool = { bullAmount: toWei(BNB), bearAmount: toWei(0n) }
    live({ pool }, { kind: 'refund', reason: 'one-sided' })
    const text = card('Live #10').textContent
    expect(text).toContain('REFUND')
    expect(text).toContain('stakes come back, no fee')
    expect(text).toContain('UP1.00x')
    expect(text).toContain('DOWN\u2013')
  })
})

describe('ExpiredCard', () => {
  const expired = (overrides: Partial<Round>, bet?: OwnBet, isClaiming = false) => {
    const onClaim = vi.fn()
    const onVerify = vi.fn()
    const shown = round(overrides)
    render(
      <ExpiredCard
        round={shown}
        state={shown.state}
        ownBet={bet}
        isClaiming={isClaiming}
        onClaim={onClaim}
        onVerify={onVerify}
      />,
    )
    return { onClaim, onVerify, text: card('Expired #10').textContent }
  }

  test('names the winning side and the price change', () => {
    const { text } = expired({})
    expect(text).toContain('UP won')
    expect(text).toContain('$612.3400+$0.3400')
  })

  test('says in words which side won, to a visitor with a stake too', () => {
    const { text } = expired({}, ownBet())
    expect(text).toContain('UP won')
    expect(text).toMatch(/UPwon1\.46x.*DOWNlost2\.91x/)
  })

  test('shows REFUND instead of a winning side, and why', () => {
    const { text } = expired({ state: { kind: 'refund', reason: 'tie' } })
    expect(text).toContain('REFUND')
    expect(text).not.toContain('won')
    expect(text).toContain('Closed where it locked: stakes come back, no fee.')
  })

  test('tells a missing price from one that is being calculated', () => {
    const { text } = expired({ closePrice: null, state: { kind: 'refund', reason: 'no-price' } })
    expect(text).toContain('No price')
    cleanup()
    expect(expired({ closePrice: null, state: { kind: 'settling' } }).text).toContain(
      `Waiting for the first oracle price after ${formatTime(close)}`,
    )
  })

  test('offers what there is to collect', async () => {
    const { onClaim } = expired({}, ownBet({ claimAmount: toWei(BNB / 10n) }))
    await userEvent.click(screen.getByRole('button', { name: 'Collect 0.1000 BNB' }))
    expect(onClaim).toHaveBeenCalledTimes(1)
  })

  test('offers nothing twice', () => {
    expired({}, ownBet({ claimAmount: toWei(BNB) }), true)
    const button = screen.getByRole('button', { name: 'Processing...' })
    expect(button.hasAttribute('disabled')).toBe(true)
    cleanup()
    expired({}, ownBet())
    expect(screen.queryByRole('button', { name: /Collect|Processing/ })).toBeNull()
  })

  test('offers the proof once there is a result', async () => {
    const { onVerify } = expired({})
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }))
    expect(onVerify).toHaveBeenCalledTimes(1)
    cleanup()
    expired({ closePrice: null, state: { kind: 'settling' } })
    expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull()
  })
})

test('the first rounds of a market say why there is nothing yet', () => {
  render(
    <>
      <MissingCard type="live" />
      <MissingCard type="expired" />
    </>,
  )
  expect(within(card('Live')).getByText(/first round goes live when it locks/)).toBeDefined()
  expect(within(card('Expired')).getByText(/No round has closed yet/)).toBeDefined()
})
