import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isOneSided,
  type Pool,
  payoutMultiple,
  payoutOf,
  refundMultiple,
  returnOf,
  splitPot,
  winnerOf,
} from './payout.ts'
import { toBasisPoints, toPriceE8, toWei } from './units.ts'

const rules = { treasuryFee: toBasisPoints(300), maxPayoutMultiple: 0, isFeeCapped: true }
const limited = { ...rules, maxPayoutMultiple: 2_000 }

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

  test('takes no more than the losing side when the fee is capped', () => {
    const lopsided = pool(9_900n, 100n)
    expect(splitPot(lopsided, 'bull', rules)).toMatchObject({
      rewardAmount: 9_900n,
      treasuryAmount: 100n,
    })
    expect(splitPot(lopsided, 'bull', { ...rules, isFeeCapped: false })).toMatchObject({
      rewardAmount: 9_700n,
      treasuryAmount: 300n,
    })
  })

  test('returns what the winners cannot gain, without a fee on it', () => {
    expect(splitPot(pool(100n, 10_000n), 'bull', limited)).toEqual({
      winningAmount: 100n,
      losingAmount: 10_000n,
      rewardAmount: 1_940n,
      treasuryAmount: 60n,
      returnedAmount: 8_100n,
    })
  })

  test('returns nothing when the winners gain exactly the limit', () => {
    expect(splitPot(pool(100n, 1_900n), 'bull', limited).returnedAmount).toBe(0n)
    expect(splitPot(pool(100n, 1_901n), 'bull', limited).returnedAmount).toBe(1n)
  })

  test('property: divides the whole pool, and no winning stake shrinks', () => {
    const side = fc.bigInt({ min: 1n, max: 2n ** 120n })
    const multiple = fc.oneof(fc.constant(0), fc.integer({ min: 101, max: 2 ** 32 - 1 }))
    const fees = fc.integer({ min: 0, max: 1_000 }).map(toBasisPoints)
    fc.assert(
      fc.property(side, side, multiple, fees, (bulls, bears, maxPayoutMultiple, treasuryFee) => {
        const any = { treasuryFee, maxPayoutMultiple, isFeeCapped: true }
        const split = splitPot(pool(bulls, bears), 'bull', any)
        const { rewardAmount, treasuryAmount, returnedAmount } = split
        expect(rewardAmount + treasuryAmount + returnedAmount).toBe(bulls + bears)
        expect(rewardAmount >= bulls).toBe(true)
        expect(payoutOf(toWei(bulls), split) >= bulls).toBe(true)
        if (maxPayoutMultiple !== 0) {
          expect(rewardAmount * 100n <= bulls * BigInt(maxPayoutMultiple)).toBe(true)
        }
      }),
    )
  })
})

describe('returnOf', () => {
  test('is a share of the returned part, rounded down', () => {
    const split = splitPot(pool(100n, 3_000n), 'bull', limited)
    expect(returnOf(toWei(1_000n), split)).toBe(366n)
    expect(returnOf(toWei(1n), split)).toBe(0n)
  })

  test('is 0 on an empty side', () => {
    expect(returnOf(toWei(0n), splitPot(pool(10n, 0n), 'bull', limited))).toBe(0n)
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

  test('stays below the limit by the fee, and never below 1', () => {
    expect(
      payoutMultiple(pool(1n, 1_000n), 'bull', { ...limited, treasuryFee: toBasisPoints(0) }),
    ).toBe(20)
    expect(payoutMultiple(pool(1_000n, 100_000n), 'bull', limited)).toBe(19.4)
    expect(payoutMultiple(pool(9_900n, 100n), 'bull', limited)).toBe(1)
  })
})

describe('refundMultiple', () => {
  test('is 1 on a side with stakes, 0 on an empty side', () => {
    expect(refundMultiple(pool(4_000n, 0n), 'bull')).toBe(1)
    expect(refundMultiple(pool(4_000n, 0n), 'bear')).toBe(0)
  })
})
