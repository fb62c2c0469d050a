import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isOneSided,
  type Pool,
  payoutMultiple,
  payoutOf,
  refundMultiple,
  splitPot,
  winnerOf,
} from './payout.ts'
import { toBasisPoints, toPriceE8, toWei } from './units.ts'

const rules = { treasuryFee: toBasisPoints(300), maxPayoutMultiple: 0, isFeeCapped: true }

function pool(bullAmount: bigint, bearAmount: bigint): Pool {
  return { bullAmount: toWei(bullAmount), bearAmount: toWei(bearAmount) }
}

describe('winnerOf', () => {
  test('returns bull for a rise, bear for a fall, null for a tie', () => {
    const lock = toPriceE8(600n)
    expect(winnerOf(lock, toPriceE8(601n))).toBe('bull')
    expect(winnerOf(lock, toPriceE8(599n))).toBe('bear')
    expect(winnerOf(lock, lock)).toBeNull()
  })
})

describe('isOneSided', () => {
  test('is true unless both sides have bets', () => {
    expect(isOneSided(pool(1n, 1n))).toBe(false)
    expect(isOneSided(pool(1n, 0n))).toBe(true)
    expect(isOneSided(pool(0n, 0n))).toBe(true)
  })
})

describe('splitPot', () => {
  test('takes the fee from the whole pool and leaves the rest to the winners', () => {
    expect(splitPot(pool(4_000n, 6_000n), 'bull', rules)).toEqual({
      winningAmount: 4_000n,
      losingAmount: 6_000n,
      rewardAmount: 9_700n,
      treasuryAmount: 300n,
      returnedAmount: 0n,
    })
  })

  test('rounds the fee down in favour of the winners', () => {
    expect(splitPot(pool(3n, 7n), 'bear', rules)).toMatchObject({
      rewardAmount: 10n,
      treasuryAmount: 0n,
    })
  })
})

describe('payoutOf', () => {
  test('is 0 on an empty side', () => {
    expect(payoutOf(toWei(0n), splitPot(pool(0n, 10n), 'bull', rules))).toBe(0n)
  })

  test('property: the sum of payouts falls short of the reward by less than 1 wei per winner', () => {
    const stake = fc.bigInt({ min: 1n, max: 10n ** 24n })
    fc.assert(
      fc.property(
        fc.array(stake, { minLength: 1, maxLength: 20 }),
        fc.bigInt({ min: 0n, max: 10n ** 24n }),
        (bulls, bears) => {
          const sum = bulls.reduce((total, amount) => total + amount, 0n)
          const split = splitPot(pool(sum, bears), 'bull', rules)
          const paid = bulls.reduce((total, bet) => total + payoutOf(toWei(bet), split), 0n)
          expect(paid <= split.rewardAmount).toBe(true)
          expect(split.rewardAmount - paid < BigInt(bulls.length)).toBe(true)
        },
      ),
    )
  })
})

describe('payoutMultiple', () => {
  test('is the payout per unit staked, cut to 4 decimals', () => {
    expect(payoutMultiple(pool(4_000n, 6_000n), 'bull', rules)).toBe(2.425)
    expect(payoutMultiple(pool(3_000n, 7_000n), 'bull', rules)).toBe(3.2333)
  })

  test('is 0 on an empty side', () => {
    expect(payoutMultiple(pool(0n, 7n), 'bull', rules)).toBe(0)
  })
})

describe('refundMultiple', () => {
  test('is 1 on a side with stakes, 0 on an empty side', () => {
    expect(refundMultiple(pool(4_000n, 0n), 'bull')).toBe(1)
    expect(refundMultiple(pool(4_000n, 0n), 'bear')).toBe(0)
  })
})
