import { COIN_DECIMALS, formatUnits, PRICE_DECIMALS } from '@bullring/prediction/decimal'
import { payoutMultiple, potOf } from '@bullring/prediction/payout'
import type { Strike } from '@bullring/prediction/round-state'
import type { PriceE8 } from '@bullring/prediction/units'
import type { Trade } from '@bullring/wire/game-api/trades-by-user'
import type { RoundView } from './round-rules.ts'

/** The figures of a round, by the names that rounds and trades share in the API. */
export type RoundFigures = Pick<
  Trade,
  | 'lock_price'
  | 'close_price'
  | 'price_change'
  | 'total_amount'
  | 'bull_amount'
  | 'bear_amount'
  | 'bull_payout'
  | 'bear_payout'
>

/**
 * @param lastPrice - Price to compare with while the close price is not known; null for none.
 */
export function roundFigures(
  round: Pick<RoundView, 'pool' | 'treasuryFee' | 'lock' | 'close'>,
  lastPrice: PriceE8 | null,
): RoundFigures {
  const { pool, treasuryFee } = round
  const lock = priceOf(round.lock)
  const close = priceOf(round.close)
  const last = close ?? lastPrice
  return {
    lock_price: lock === null ? null : priceText(lock),
    close_price: close === null ? null : priceText(close),
    price_change: lock === null || last === null ? null : priceText(last - lock),
    total_amount: coinText(potOf(pool)),
    bull_amount: coinText(pool.bullAmount),
    bear_amount: coinText(pool.bearAmount),
    bull_payout: payoutMultiple(pool, 'bull', treasuryFee),
    bear_payout: payoutMultiple(pool, 'bear', treasuryFee),
  }
}

/** USD of an oracle price, or of a difference of two, exact. */
export function priceText(price: bigint): string {
  return formatUnits(price, PRICE_DECIMALS)
}

/** BNB of an amount in wei, exact. */
export function coinText(wei: bigint): string {
  return formatUnits(wei, COIN_DECIMALS)
}

function priceOf(strike: Strike): PriceE8 | null {
  return strike.kind === 'fixed' ? strike.price : null
}
