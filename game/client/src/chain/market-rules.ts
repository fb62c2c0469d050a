import type { MarketConfig } from '@bullring/game-api/config'
import type { PayoutRules } from '@bullring/prediction/payout'
import type { BasisPoints } from '@bullring/prediction/units'
import type { MarketKind } from '@bullring/wire/chain/market-kind'

/** Whether a one-sided round is refunded. A PancakePredictionV2 contract decides it like any other. */
export function returnsOneSided(kind: MarketKind): boolean {
  return kind === 'bullring'
}

/** Terms of a market that decide payouts. */
export type PayoutTerms = Pick<MarketConfig, 'kind' | 'maxPayoutMultiple'>

/** Returns the rules by which the market's contract divides the pool of a round with this fee. */
export function payoutRules(
  { kind, maxPayoutMultiple }: PayoutTerms,
  treasuryFee: BasisPoints,
): PayoutRules {
  return { treasuryFee, maxPayoutMultiple, isFeeCapped: kind === 'bullring' }
}
