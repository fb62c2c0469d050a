import { multipleOf } from './ratio.ts'
import type { BasisPoints, PriceE8, Wei } from './units.ts'
import { toWei } from './units.ts'

/** Side of a bet: bull wins when the price rose between lock and close, bear when it fell. */
export type Position = 'bull' | 'bear'

/** All stakes of a round, per side. */
export type Pool = { bullAmount: Wei; bearAmount: Wei }

/** Division of a decided round's pool. `rewardAmount + treasuryAmount` is always the whole pool. */
export type PotSplit = {
  /** Sum of all bets on the winning side: the divisor of every winner's share. */
  winningAmount: Wei
  rewardAmount: Wei
  treasuryAmount: Wei
}

const BASIS_POINTS_IN_WHOLE = 10_000n

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
 * Divides the pool between `winner`'s side and the treasury, equal to the contract to the wei: the fee is
 * rounded down in favour of the winners.
 *
 * @param treasuryFee - In basis points, at most 1000 (10 %).
 */
export function splitPot(pool: Pool, winner: Position, treasuryFee: BasisPoints): PotSplit {
  const pot = potOf(pool)
  const treasuryAmount = toWei((pot * treasuryFee) / BASIS_POINTS_IN_WHOLE)
  return {
    winningAmount: winner === 'bull' ? pool.bullAmount : pool.bearAmount,
    rewardAmount: toWei(pot - treasuryAmount),
    treasuryAmount,
  }
}

/** Returns the payout of a winning bet, stake included, rounded down; 0 when that side has no bets. */
export function payoutOf(amount: Wei, split: PotSplit): Wei {
  if (split.winningAmount === 0n) return toWei(0n)
  return toWei((amount * split.rewardAmount) / split.winningAmount)
}

/**
 * Returns the payout multiple of `position`: payout per unit staked if that side wins, after the fee, cut
 * to 4 decimals; 0 when the side has no bets.
 */
export function payoutMultiple(pool: Pool, position: Position, treasuryFee: BasisPoints): number {
  const { winningAmount, rewardAmount } = splitPot(pool, position, treasuryFee)
  return multipleOf(rewardAmount, winningAmount)
}

/** Returns the payout multiple of `position` in a refund: 1, because each stake is returned; 0 without stakes. */
export function refundMultiple(pool: Pool, position: Position): number {
  return pool[`${position}Amount`] === 0n ? 0 : 1
}
