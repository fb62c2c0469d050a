import type { RoundState } from '@bullring/prediction/round-state'
import { toEpoch, toPriceE8, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { cleanup, render as renderIn, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Round } from '#api/round/round.ts'
import type { ChainClock } from '#chain/clock/chain-clock.ts'
import { ChainClockContext } from '#chain/clock/use-chain-time.ts'
import { formatTime } from '#format/format.ts'
import { TEST_MARKET } from '#testing/test-app-config.ts'
import { testRound } from '#testing/test-round.ts'
import type { UserBet } from '../user-bet.ts'
import { ExpiredCard } from './expired-card.tsx'
import { LiveCard } from './live-card.tsx'
import { NextCard } from './next-card.tsx'
import { MissingCard } from './placeholder-card.tsx'

afterEach(cleanup)

const BNB = 10n ** 18n
const market = TEST_MARKET
const pancake = {
  kind: 'pancake-v2',
  maxPayoutMultiple: 0,
  strikeDelay: 0,
  settlementWindow: 30,
} as const
const { lockTimestamp: lock, closeTimestamp: close } = testRound(10n).times

/** A settled round that UP has won. */
function round(overrides: Partial<Round> = {}): Round {
  return testRound(10n, {
    lockPrice: toPriceE8(61_200_000_000n),
    closePrice: toPriceE8(61_234_000_000n),
    priceChange: toPriceE8(34_000_000n),
    pool: { bullAmount: toWei(2n * BNB), bearAmount: toWei(BNB) },
    pot: toWei(3n * BNB),
    multiples: { bull: 1.455, bear: 2.91 },
    state: { kind: 'settled', winner: 'bull' },
    ...overrides,
  })
}

function userBet(overrides: Partial<UserBet> = {}): UserBet {
  return {
    position: 'bull',
    stake: toWei(BNB / 20n),
    claimAmount: toWei(0n),
    isClaimed: false,
    ...overrides,
  }
}

/** Stands 47 s before the close of round 10. */
const clock: ChainClock = {
  now: () => toUnixSeconds(close - 47),
  sync: () => undefined,
  subscribe: () => () => undefined,
}

const render = (card: ReactNode) =>
  renderIn(<ChainClockContext value={clock}>{card}</ChainClockContext>)

const card = (name: string) => screen.getByRole('region', { name })

function showNextCard(overrides: Partial<Parameters<typeof NextCard>[0]>) {
  const state = { kind: 'open' } as const
  const open = { round: round(), state, firstPausedEpoch: null, userBet: undefined }
  const idle = { pendingSide: null, isOffline: false, oneTap: null }
  return render(
    <NextCard
      market={market}
      priceIn={null}
      {...open}
      {...idle}
      onEnter={vi.fn()}
      {...overrides}
    />,
  )
}

describe('NextCard', () => {
  test('shows pool and payouts and reports the chosen side', async () => {
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

  test('disables both buttons at the lock', () => {
    showNextCard({ state: { kind: 'locked' } })
    for (const button of screen.getAllByRole('button')) {
      expect(button.hasAttribute('disabled')).toBe(true)
    }
    expect(card('Next #10').textContent).toContain('Locking')
  })

  test('takes bets until an announced pause begins, and says so', () => {
    const enter = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Enter UP' })
    showNextCard({ firstPausedEpoch: toEpoch(11n) })
    expect(card('Next #10').textContent).toMatch(/Locks at .*, then bets pause/)
    expect(enter().disabled).toBe(false)
    cleanup()
    showNextCard({ firstPausedEpoch: toEpoch(10n) })
    expect(card('Next #10').textContent).toContain('Paused')
    expect(enter().disabled).toBe(true)
  })

  test('says after the lock in how many seconds the price comes', () => {
    showNextCard({ state: { kind: 'locked' }, priceIn: 7 })
    expect(card('Next #10').textContent).toContain('Price in 7 s')
  })

  test('says that a bet waits for the wallet, and takes no other', async () => {
    const onEnter = vi.fn()
    showNextCard({ pendingSide: 'bull', onEnter })
    const names = ['Waiting for your wallet', 'Enter DOWN']
    for (const name of names) await userEvent.click(screen.getByRole('button', { name }))
    expect(onEnter).not.toHaveBeenCalled()
  })

  test('with one-tap bets, the buttons name the stake', async () => {
    const onEnter = vi.fn()
    showNextCard({ oneTap: { stake: toWei(BNB / 20n), bets: [] }, onEnter })
    await userEvent.click(screen.getByRole('button', { name: 'DOWN with 0.05 BNB' }))
    expect(onEnter).toHaveBeenCalledExactlyOnceWith('bear')
  })

  test('the side of a tapped bet undoes it until it is sent; the other takes none', async () => {
    const onEnter = vi.fn()
    const bet = { position: 'bull', epoch: round().epoch, stage: 'undoable' } as const
    const { rerender } = showNextCard({ oneTap: { stake: toWei(BNB / 20n), bets: [bet] }, onEnter })
    await userEvent.click(screen.getByRole('button', { name: 'DOWN with 0.05 BNB' }))
    expect(onEnter).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(onEnter).toHaveBeenCalledExactlyOnceWith('bull')
    rerender(<div />)
    showNextCard({
      oneTap: { stake: toWei(BNB / 20n), bets: [{ ...bet, stage: 'sent' }] },
      onEnter,
    })
    await userEvent.click(screen.getByRole('button', { name: 'Sending...' }))
    expect(onEnter).toHaveBeenCalledTimes(1)
  })

  test('takes no bet without a connection and says why', async () => {
    const onEnter = vi.fn()
    showNextCard({ isOffline: true, onEnter })
    await userEvent.click(screen.getByRole('button', { name: 'Enter UP' }))
    expect(onEnter).not.toHaveBeenCalled()
    expect(card('Next #10').textContent).toContain('No connection')
  })

  test("shows the user's bet on the button, which keeps the focus", () => {
    showNextCard({ userBet: userBet() })
    expect(card('Next #10').textContent?.match(/0\.0500/g)).toHaveLength(1)
    const button = screen.getByRole('button', { name: 'You are in: UP 0.0500' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    // The focus returns here when the dialog closes.
    button.focus()
    expect(document.activeElement).toBe(button)
  })

  test('shows dashes for payouts without stakes', () => {
    const empty = { bullAmount: toWei(0n), bearAmount: toWei(0n) }
    const multiples = { bull: 0, bear: 0 }
    showNextCard({ round: round({ pool: empty, pot: toWei(0n), multiples }) })
    expect(card('Next #10').textContent).toContain('No bets yet')
    expect(card('Next #10').textContent).toContain('UP\u2013')
  })

  test('shows a multiple of 1 while the other side is empty', () => {
    const pool = { bullAmount: toWei(BNB), bearAmount: toWei(0n) }
    const oneSided = round({ pool, pot: toWei(BNB), multiples: { bull: 0.97, bear: 0 } })
    showNextCard({ round: oneSided })
    const text = card('Next #10').textContent
    expect(text).toContain('UP1.00x1.0000 BNB staked')
    expect(text).not.toContain('0.97x')
    expect(text).toContain('If no one does, you get your stake back.')
    cleanup()
    showNextCard({ market: pancake, round: oneSided })
    expect(card('Next #10').textContent).toContain('UP0.97x')
  })
})

describe('LiveCard', () => {
  const lastPrice = toPriceE8(61_150_000_000n)
  const live = (
    overrides: Partial<Round>,
    state: RoundState,
    priceIn: number | null = null,
    bet?: UserBet,
  ) =>
    render(
      <LiveCard
        round={round(overrides)}
        market={market}
        priceIn={priceIn}
        state={state}
        lastPrice={lastPrice}
        userBet={bet}
      />,
    )

  test.each([
    ['bull', 'You: UP 0.0500 Losing \u22120.0500 ends in 0:47'],
    ['bear', 'You: DOWN 0.0500 Winning +0.0955 ends in 0:47'],
  ] as const)('says how a bet on the %s side stands and for how long', (position, text) => {
    live({}, { kind: 'locked' }, null, userBet({ position }))
    expect(card('Live #10').textContent).toContain(text)
  })

  test('shows last price, locked price and their difference', () => {
    live({}, { kind: 'locked' })
    const text = card('Live #10').textContent
    expect(text).toContain('Last Price$611.5000')
    expect(text).toContain('Locked Price$612.0000')
    expect(text).toContain('\u2212$0.5000')
    expect(text).toContain(`Closes at ${formatTime(close)}`)
  })

  test('explains the wait while the lock price is not on chain', () => {
    live({ lockPrice: null }, { kind: 'locked' })
    expect(card('Live #10').textContent).toContain(
      `Waiting for the first oracle price after ${formatTime(toUnixSeconds(lock + 10))}`,
    )
  })

  test('shows the lock price of a round without bets before anyone settles it', () => {
    const pool = { bullAmount: toWei(0n), bearAmount: toWei(0n) }
    live({ pool, pot: toWei(0n), lockOracleId: null }, { kind: 'locked' })
    const text = card('Live #10').textContent
    expect(text).toContain('Locked Price$612')
    expect(text).toContain('No one bet on this round.')
    expect(text).not.toMatch(/Waiting|REFUND/)
  })

  test('waits for the close price after the close time', () => {
    live({}, { kind: 'settling' })
    expect(card('Live #10').textContent).toContain(
      `Waiting for the first oracle price after ${formatTime(toUnixSeconds(close + 10))}`,
    )
  })

  test('says in how many seconds the price comes before it waits for it', () => {
    live({ lockPrice: null }, { kind: 'locked' }, 7)
    const text = card('Live #10').textContent
    expect(text).toContain('Price in 7 s, so that no one could bet knowing it.')
    expect(text).not.toContain('Waiting for')
  })

  test('does not promise bets to a round that has locked without any', () => {
    const empty = { bullAmount: toWei(0n), bearAmount: toWei(0n) }
    live({ pool: empty, pot: toWei(0n) }, { kind: 'locked' })
    const text = card('Live #10').textContent
    expect(text).toContain('No one bet on this round.')
    expect(text).not.toContain('yet')
  })

  test('shows that a one-sided round is refunded', () => {
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
  const expired = (
    overrides: Partial<Round>,
    bet?: UserBet,
    isClaiming = false,
    priceIn: number | null = null,
  ) => {
    const onClaim = vi.fn()
    const onVerify = vi.fn()
    const shown = round(overrides)
    render(
      <ExpiredCard
        round={shown}
        market={market}
        priceIn={priceIn}
        state={shown.state}
        userBet={bet}
        isClaiming={isClaiming}
        onClaim={onClaim}
        onVerify={onVerify}
      />,
    )
    return { onClaim, onVerify, text: card('Expired #10').textContent }
  }

  test('shows the winning side and the price change', () => {
    const { text } = expired({})
    expect(text).toContain('UP won')
    expect(text).toContain('$612.3400+$0.3400')
  })

  test('names the winning side in text for a visitor with a bet, too', () => {
    const { text } = expired({}, userBet())
    expect(text).toContain('UP won')
    expect(text).toMatch(/UPwon1\.46x.*DOWNlost2\.91x/)
  })

  test('shows REFUND and the reason instead of a winning side', () => {
    const { text } = expired({ state: { kind: 'refund', reason: 'tie' } })
    expect(text).toContain('REFUND')
    expect(text).not.toContain('won')
    expect(text).toContain('Closed where it locked: stakes come back, no fee.')
  })

  test('shows price and change of a round without bets, which no one settles', () => {
    const pool = { bullAmount: toWei(0n), bearAmount: toWei(0n) }
    const unsettled = { pool, pot: toWei(0n), lockOracleId: null, closeOracleId: null }
    const { text } = expired({ ...unsettled, state: { kind: 'empty' } })
    expect(text).toContain('No bets')
    expect(text).toContain('No one bet on this round.')
    expect(text).toContain('$612.3400')
    expect(text).toContain('$0.3400')
    expect(text).not.toMatch(/Calculating|REFUND|Waiting|won/)
    expect(screen.queryByRole('button', { name: /^Verify/ })).toBeNull()
  })

  test('shows no badge of a refund where no one had bet and no price came', () => {
    const { text } = expired({ closePrice: null, priceChange: null, state: { kind: 'empty' } })
    expect(text).toContain('No price')
    expect(text).not.toMatch(/REFUND|Calculating/)
  })

  test('distinguishes a missing price from a pending one', () => {
    const { text } = expired({ closePrice: null, state: { kind: 'refund', reason: 'no-price' } })
    expect(text).toContain('No price')
    cleanup()
    const noLock = { lockPrice: null, state: { kind: 'refund', reason: 'no-price' } } as const
    expect(expired(noLock).text).toContain('Locked PriceNo price')
    cleanup()
    expect(expired({ closePrice: null, state: { kind: 'settling' } }).text).toContain(
      `Waiting for the first oracle price after ${formatTime(toUnixSeconds(close + 10))}`,
    )
  })

  test('offers the claimable amount', async () => {
    const { onClaim } = expired({}, userBet({ claimAmount: toWei(BNB / 10n) }))
    await userEvent.click(screen.getByRole('button', { name: 'Collect 0.1000 BNB' }))
    expect(onClaim).toHaveBeenCalledTimes(1)
  })

  /** 0.01 BNB on UP can win 0.19 of the 2 BNB on DOWN. */
  const thin = { pool: { bullAmount: toWei(BNB / 100n), bearAmount: toWei(2n * BNB) } }
  const lostBet = { position: 'bear', stake: toWei(BNB) } as const

  test('says what was lost and what comes back, and offers to collect it', async () => {
    const claimAmount = toWei((905n * BNB) / 1_000n)
    const { text, onClaim } = expired(thin, userBet({ ...lostBet, claimAmount }))
    expect(text).toContain('Lost 0.0950 BNB, 0.9050 BNB comes back.')
    expect(text).toContain('You: DOWN 1.0000 Lost \u22120.0950')
    await userEvent.click(screen.getByRole('button', { name: 'Collect 0.9050 BNB' }))
    expect(onClaim).toHaveBeenCalledTimes(1)
    cleanup()
    const { text: after } = expired(thin, userBet({ ...lostBet, isClaimed: true }))
    expect(after).toContain('Lost 0.0950 BNB, 0.9050 BNB came back.')
    expect(screen.queryByRole('button', { name: /Collect/ })).toBeNull()
  })

  test('says nothing of the kind about a loss that was matched in full', () => {
    const { text } = expired({}, userBet({ ...lostBet }))
    expect(text).not.toContain('back')
    expect(text).toContain('You: DOWN 1.0000 Lost \u22121.0000')
  })

  test('says in how many seconds the close price comes', () => {
    const settling = { closePrice: null, state: { kind: 'settling' } } as const
    expect(expired(settling, undefined, false, 4).text).toContain('Price in 4 s, so that')
  })

  test('disables the button during a claim and hides it after', () => {
    expired({}, userBet({ claimAmount: toWei(BNB) }), true)
    const button = screen.getByRole('button', { name: 'Processing...' })
    expect(button.hasAttribute('disabled')).toBe(true)
    cleanup()
    expired({}, userBet())
    expect(screen.queryByRole('button', { name: /Collect|Processing/ })).toBeNull()
  })

  test('offers the proof once the round has a result', async () => {
    const { onVerify } = expired({})
    await userEvent.click(screen.getByRole('button', { name: /^Verify #\d+$/ }))
    expect(onVerify).toHaveBeenCalledTimes(1)
    cleanup()
    expired({ closePrice: null, state: { kind: 'settling' } })
    expect(screen.queryByRole('button', { name: /^Verify/ })).toBeNull()
  })
})

test('cards without a round explain why', () => {
  render(
    <>
      <MissingCard type="live" />
      <MissingCard type="expired" />
    </>,
  )
  expect(within(card('Live')).getByText(/first round goes live when it locks/)).toBeDefined()
  expect(within(card('Expired')).getByText(/No round has closed yet/)).toBeDefined()
})

describe('the cards of a PancakePredictionV2 market', () => {
  const refund = { kind: 'refund', reason: 'no-price' } as const
  const missed = 'The operator missed this round: stakes come back, no fee.'
  const claimButton = <button type="button">Collect</button>

  test('the next round offers the refund that the operator caused', () => {
    showNextCard({ market: pancake, state: refund, userBet: userBet(), claimButton })
    const text = card('Next #10').textContent
    expect(text).toContain(missed)
    expect(text).not.toContain('Locking')
    expect(screen.getByRole('button', { name: 'Collect' })).toBeDefined()
  })

  test('the next round waits for the operator, and says when stakes come back', () => {
    showNextCard({ market: pancake, state: { kind: 'locked' } })
    expect(card('Next #10').textContent).toMatch(/If it does not act, stakes come back after \d/)
  })

  test('takes no bets while paused', () => {
    showNextCard({ market: pancake, firstPausedEpoch: toEpoch(1n) })
    expect(card('Next #10').textContent).toContain('Paused')
    for (const button of screen.getAllByRole<HTMLButtonElement>('button')) {
      expect(button.disabled).toBe(true)
    }
  })

  test('the live round offers the refund and has closed', () => {
    const props = { round: round(), market: pancake, state: refund, lastPrice: null, priceIn: null }
    render(<LiveCard {...props} userBet={userBet()} claimButton={claimButton} />)
    const text = card('Live #10').textContent
    expect(text).toContain(missed)
    expect(text).not.toContain('Closes at')
    expect(screen.getByRole('button', { name: 'Collect' })).toBeDefined()
  })

  test('a tie shows beside the visitor’s own bet that the house won', () => {
    const props = { round: round(), market: pancake, priceIn: null, isClaiming: false }
    const state = { kind: 'settled', winner: null } as const
    render(
      <ExpiredCard
        {...props}
        state={state}
        userBet={userBet()}
        onClaim={vi.fn()}
        onVerify={null}
      />,
    )
    const text = card('Expired #10').textContent
    expect(text).toContain('the house takes all stakes')
    expect(text).not.toContain('Waiting for the first oracle price')
  })
})
