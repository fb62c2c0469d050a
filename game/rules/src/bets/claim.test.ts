import { describe, expect, test } from 'vitest'
import { toBasisPoints, toWei } from '../amounts/units.ts'
import type { RoundState } from '../rounds/round-state.ts'
import { type Bet, betResult, splitBetResult } from './claim.ts'

const rules = { treasuryFee: toBasisPoints(300), maxPayoutMultiple: 0, isFeeCapped: true }
const pool = { bullAmount: toWei(4_000n), bearAmount: toWei(6_000n) }
const bullsWon: RoundState = { kind: 'settled', winner: 'bull' }

function bet(overrides: Partial<Bet> = {}): Bet {
  return { position: 'bull', amount: toWei(1_000n), isClaimed: false, ...overrides }
}

describe('betResult', () => {
  test('pays a winner the payout; the profit is the part above the stake', () => {
    expect(betResult(bet(), pool, bullsWon, rules)).toEqual({
      isWin: true,
      winAmount: 1_425n,
      returnedAmount: 0n,
      claimAmount: 2_425n,
    })
  })

  test('keeps the profit after the claim, with nothing left to claim', () => {
    expect(betResult(bet({ isClaimed: true }), pool, bullsWon, rules)).toEqual({
      isWin: true,
      winAmount: 1_425n,
      returnedAmount: 0n,
      claimAmount: 0n,
    })
  })

  test('pays a loser nothing', () => {
    expect(betResult(bet({ position: 'bear' }), pool, bullsWon, rules)).toEqual({
      isWin: false,
      winAmount: 0n,
      returnedAmount: 0n,
      claimAmount: 0n,
    })
  })

  test('shows a loss when an uncapped fee exceeds the losing stakes', () => {
    const lopsided = { bullAmount: toWei(9_900n), bearAmount: toWei(100n) }
    const uncapped = { ...rules, isFeeCapped: false }
    expect(betResult(bet(), lopsided, bullsWon, uncapped)).toMatchObject({
      isWin: true,
      winAmount: -21n,
    })
    expect(betResult(bet(), lopsided, bullsWon, rules)).toMatchObject({
      isWin: true,
      winAmount: 0n,
      claimAmount: 1_000n,
    })
  })

  test('returns the unmatched part of a losing stake', () => {
    const thin = { bullAmount: toWei(100n), bearAmount: toWei(3_000n) }
    const limited = { ...rules, maxPayoutMultiple: 2_000 }
    const loser = bet({ position: 'bear' })
    // A stake of 100 can win at most 1,900, so 1,100 of 3,000 come back.
    expect(betResult(loser, thin, bullsWon, limited)).toEqual({
      isWin: false,
      winAmount: 0n,
      returnedAmount: 366n,
      claimAmount: 366n,
    })
    const claimed = betResult({ ...loser, isClaimed: true }, thin, bullsWon, limited)
    expect(claimed).toMatchObject({ returnedAmount: 366n, claimAmount: 0n })
  })

  test('returns the stake of a refund, neither won nor lost', () => {
    const refund: RoundState = { kind: 'refund', reason: 'tie' }
    expect(betResult(bet(), pool, refund, rules)).toEqual({
      isWin: null,
      winAmount: 0n,
      returnedAmount: 1_000n,
      claimAmount: 1_000n,
    })
    expect(betResult(bet({ isClaimed: true }), pool, refund, rules).claimAmount).toBe(0n)
  })

  test.each(['open', 'locked', 'settling'] as const)('is undecided while %s', (kind) => {
    expect(betResult(bet(), pool, { kind }, rules)).toEqual({
      isWin: null,
      winAmount: 0n,
      returnedAmount: 0n,
      claimAmount: 0n,
    })
  })
})

describe('splitBetResult', () => {
  const split = {
    winningAmount: toWei(4_000n),
    losingAmount: toWei(6_000n),
    rewardAmount: toWei(9_700n),
    treasuryAmount: toWei(300n),
    returnedAmount: toWei(0n),
  }

  test('pays a winner a share of the announced reward', () => {
    expect(splitBetResult(bet(), bullsWon, split)).toEqual(betResult(bet(), pool, bullsWon, rules))
    expect(splitBetResult(bet(), bullsWon, { ...split, rewardAmount: toWei(9_000n) })).toEqual({
      isWin: true,
      winAmount: 1_250n,
      returnedAmount: 0n,
      claimAmount: 2_250n,
    })
  })

  test('counts every bet as lost when the house wins', () => {
    const tie: RoundState = { kind: 'settled', winner: null }
    const lost = { isWin: false, winAmount: 0n, returnedAmount: 0n, claimAmount: 0n }
    for (const position of ['bull', 'bear'] as const) {
      expect(splitBetResult(bet({ position }), tie, null)).toEqual(lost)
    }
  })

  test('charges a lone winner the fee', () => {
    const alone = { ...split, winningAmount: toWei(1_000n), rewardAmount: toWei(970n) }
    expect(splitBetResult(bet(), bullsWon, alone)).toEqual({
      isWin: true,
      winAmount: -30n,
      returnedAmount: 0n,
      claimAmount: 970n,
    })
  })

  test('refunds the stake once, whatever the contract announced', () => {
    const refund: RoundState = { kind: 'refund', reason: 'no-price' }
    expect(splitBetResult(bet(), refund, null).claimAmount).toBe(1_000n)
    expect(splitBetResult(bet({ isClaimed: true }), refund, null).claimAmount).toBe(0n)
  })
})
