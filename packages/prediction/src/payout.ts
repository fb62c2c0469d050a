import { multipleOf } from './ratio.ts'
import type { BasisPoints, PriceE8, Wei } from './units.ts'
import { toWei } from './units.ts'

/** Side of a bet: bull wins when the price rose between lock and close, bear when it fell. */
export type Position = 'bull' | 'bear'

/** What was staked on a round. */
export type Pool = { bullAmount: Wei; bearAmount: Wei }

/** How a decided round's pot is divided. `rewardAmount + treasuryAmount` is always the whole pot. */
export type PotSplit = {
  /** Sum of all bets on the winning side: the divisor of every winner's share. */
  winningAmount: Wei
  rewardAmount: Wei
  treasuryAmount: Wei
}

const BASIS_POINTS_IN_WHOLE = 10_000n

/** The side that won, or null for a tie. */
export function winnerOf(lockPrice: PriceE8, closePrice: PriceE8): Position | null {
  if (closePrice === lockPrice) return null
  return closePrice > lockPrice ? 'bull' : 'bear'
}

/** The whole pot of a round in wei. */
export function potOf(pool: Pool): Wei {
  return toWei(pool.bullAmount + pool.bearAmount)
}

/** True when only one side (or nobody) has bet: such a round returns every stake. */
export function isOneSided(pool: Pool): boolean {
  return pool.bullAmount === 0n || pool.bearAmount === 0n
}

/**
 * Splits the pot between `winner`'s side and the treasury. Agrees to the wei with the contract: the
 * fee is rounded down, the winners get the odd wei.
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

/** Payout of a winning bet in wei, stake included, rounded down; 0 when nobody is on that side. */
export function payoutOf(amount: Wei, split: PotSplit): Wei {
  if (split.winningAmount === 0n) return toWei(0n)
  return toWei((amount * split.rewardAmount) / split.winningAmount)
}

/**
 * What one unit staked on `position` would return if that side won, after the fee, cut to 4
 * decimals; 0 when the side is empty.
 */
export function payoutMultiple(pool: Pool, position: Position, treasuryFee: BasisPoints): number {
  const { winningAmount, rewardAmount } = splitPot(pool, position, treasuryFee)
  return multipleOf(rewardAmount, winningAmount)
}
