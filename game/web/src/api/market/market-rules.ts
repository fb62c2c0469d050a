import { payoutRules, returnsOneSided } from '@bullring/client/market-rules'
import type { MarketConfig } from '@bullring/game-api/config'
import type { StandingRules } from '@bullring/prediction/bet-standing'
import type { BasisPoints } from '@bullring/prediction/units'
import type { MarketKind } from '@bullring/wire/chain/market-kind'
import { useMarketConfig } from './market-config.ts'

/** Returns the kind of contract behind the market. */
export function useMarketKind(): MarketKind {
  return useMarketConfig().kind
}

/** Terms of a market that decide payouts and the due times of prices. */
export type MarketRules = Pick<
  MarketConfig,
  'kind' | 'maxPayoutMultiple' | 'strikeDelay' | 'settlementWindow'
>

export function useMarketRules(): MarketRules {
  return useMarketConfig()
}

/** Returns the rules that decide how a bet stands in a round with this fee. */
export function standingRules(market: MarketRules, treasuryFee: BasisPoints): StandingRules {
  return {
    ...payoutRules(market, treasuryFee),
    returnsUndecided: returnsOneSided(market.kind),
  }
}
