import type { PotSplit } from '@bullring/prediction/payout'

/** Basis points. */
const WHOLE = 10_000n

/**
 * Returns the fee of a PancakePredictionV2 round in basis points. The division that the contract announced
 * decides: the fee in force at the end follows from events and from the constructor's fee, which not every
 * node can tell.
 *
 * @param split - Null while the round is not ended.
 */
export function chargedFee(
  split: Pick<PotSplit, 'rewardAmount' | 'treasuryAmount'> | null,
  feeInForce: number | null,
): number {
  if (split === null || split.rewardAmount === 0n) return feeInForce ?? 0
  const pot = split.rewardAmount + split.treasuryAmount
  const isConfirmed = (pot * BigInt(feeInForce ?? 0)) / WHOLE === split.treasuryAmount
  if (feeInForce !== null && isConfirmed) return feeInForce
  // The contract rounds the fee down.
  return Number((split.treasuryAmount * WHOLE + pot - 1n) / pot)
}
