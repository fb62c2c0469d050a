import { multipleOf } from './ratio.ts'
import type { BasisPoints, PriceE8, Wei } from './units.ts'
import { toWei } from './units.ts'

/** Side of a bet: bull wins when the price rose between lock and close, bear when it fell. */
export type Position = 'bull' | 'bear'

/** All stakes of a round, per side. */
export type Pool = { bullAmount: Wei; bearAmount: Wei }

/** Rules by which a contract divides the pool of a decided round. */
export type PayoutRules = {
  /** Maximum 1000 (10 %). */
  treasuryFee: BasisPoints
  /** Largest payout per stake, before the fee, in hundredths: 2000 is 20x; 0 for no limit. */
  maxPayoutMultiple: number
  /** The fee never exceeds the winners' gain, so that a winning bet never pays less than its stake. */
  isFeeCapped: boolean
}

/** Division of a decided round's pool. The last three amounts always add up to the whole pool. */
export type PotSplit = {
  /** Sum of all bets on the winning side: the divisor of every winner's share. */
  winningAmount: Wei
  /** Sum of all bets on the losing side: the divisor of every loser's share in `returnedAmount`. */
  losingAmount: Wei
  rewardAmount: Wei
  treasuryAmount: Wei
  /** Part of the losing side that no winner could gain. */
  returnedAmount: Wei
}

const BASIS_POINTS_IN_WHOLE = 10_000n
const MULTIPLE_OF_ONE = 100n

/** Returns the side that won, or null for a tie. */
export function winnerOf(lockPrice: PriceE8, closePrice: PriceE8): Position | null {
  if (closePrice === lockPrice) return null
  return closePrice > lockPrice ? 'bull' : 'bear'
}

/** Returns the pot: the sum of both sides. */
export function potOf(pool: Pool): Wei {
  return toWei(pool.bullAmount + pool.bearAmount)
}

/** True unless both sides have bets: such a round returns every stake. */
export function isOneSided(pool: Pool): boolean {
  return pool.bullAmount === 0n || pool.bearAmount === 0n
}

/**
 * Divides the pool between `winner`'s side, the treasury and the losers, equal to the contract to the wei: the
 * fee is rounded down in favour of the winners.
 */
export function splitPot(pool: Pool, winner: Position, rules: PayoutRules): PotSplit {
  const [winningAmount, losingAmount] =
    winner === 'bull' ? [pool.bullAmount, pool.bearAmount] : [pool.bearAmount, pool.bullAmount]
  const matched = matchedAmount(winningAmount, losingAmount, rules.maxPayoutMultiple)
  const fee = ((winningAmount + matched) * rules.treasuryFee) / BASIS_POINTS_IN_WHOLE
  const treasuryAmount = rules.isFeeCapped && fee > matched ? matched : fee
  return {
    winningAmount,
    losingAmount,
    rewardAmount: toWei(winningAmount + matched - treasuryAmount),
    treasuryAmount: toWei(treasuryAmount),
    returnedAmount: toWei(losingAmount - matched),
  }
}

/** Returns the part of the losing side that is at stake: at most the gain that the payout multiple allows. */
function matchedAmount(winningAmount: Wei, losingAmount: Wei, maxPayoutMultiple: number): bigint {
  if (maxPayoutMultiple === 0) return losingAmount
  const maxGain = (winningAmount * (BigInt(maxPayoutMultiple) - MULTIPLE_OF_ONE)) / MULTIPLE_OF_ONE
  return maxGain < losingAmount ? maxGain : losingAmount
}

/** Returns the payout of a winning bet, stake included, rounded down; 0 when that side has no bets. */
export function payoutOf(amount: Wei, split: PotSplit): Wei {
  if (split.winningAmount === 0n) return toWei(0n)
  return toWei((amount * split.rewardAmount) / split.winningAmount)
}

/** Returns the part of a losing bet that comes back, rounded down; 0 when that side has no bets. */
export function returnOf(amount: Wei, split: PotSplit): Wei {
  if (split.losingAmount === 0n) return toWei(0n)
  return toWei((amount * split.returnedAmount) / split.losingAmount)
}

/**
 * Returns the payout multiple of `position`: payout per unit staked if that side wins, after the fee, cut
 * to 4 decimals; 0 when the side has no bets.
 */
export function payoutMultiple(pool: Pool, position: Position, rules: PayoutRules): number {
  const { winningAmount, rewardAmount } = splitPot(pool, position, rules)
  return multipleOf(rewardAmount, winningAmount)
}

/** Returns the payout multiple of `position` in a refund: 1, because each stake is returned; 0 without stakes. */
export function refundMultiple(pool: Pool, position: Position): number {
  return pool[`${position}Amount`] === 0n ? 0 : 1
}
