import type { Pool } from '@bullring/prediction/payout'
import { payoutOf, splitPot } from '@bullring/prediction/payout'
import type { BasisPoints, Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import { type MarketRules, payoutRules } from '#api/market/market-rules.ts'

const BNB = 10n ** 18n

/** Amounts that are easy to follow: the visitor's bet is a quarter of its side. */
const STAKE = toWei(BNB / 10n)
const POOL: Pool = { bullAmount: toWei((4n * BNB) / 10n), bearAmount: toWei((6n * BNB) / 10n) }

type GuideExample = {
  stake: Wei
  pool: Pool
  /** Payout of the stake on UP when UP wins, after the fee. */
  payout: Wei
}

/** Returns the worked example under the rules of a market. */
export function guideExample(market: MarketRules, treasuryFee: BasisPoints): GuideExample {
  const split = splitPot(POOL, 'bull', payoutRules(market, treasuryFee))
  return { stake: STAKE, pool: POOL, payout: payoutOf(STAKE, split) }
}
