import type { Trade } from '@bullring/game-api/trades-by-user'
import { COIN_DECIMALS, formatUnits, PRICE_DECIMALS } from '@bullring/prediction/decimal'
import { payoutMultiple, potOf } from '@bullring/prediction/payout'
import type { Strike } from '@bullring/prediction/round-state'
import type { PriceE8 } from '@bullring/prediction/units'
import type { RoundSnapshot } from './round-rules.ts'

/** Fields that rounds and trades share in the API. */
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
 * Formats the figures of a round for the API.
 *
 * @param lastPrice - Compared with the lock price while there is no close price; null for none.
 */
export function roundFigures(
  round: Pick<RoundSnapshot, 'pool' | 'payoutRules' | 'lock' | 'close'>,
  lastPrice: PriceE8 | null,
): RoundFigures {
  const { pool, payoutRules } = round
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
    bull_payout: payoutMultiple(pool, 'bull', payoutRules),
    bear_payout: payoutMultiple(pool, 'bear', payoutRules),
  }
}

/** Formats an oracle price, or a difference of two, as exact USD. */
export function priceText(price: bigint): string {
  return formatUnits(price, PRICE_DECIMALS)
}

/** Formats wei as exact BNB. */
export function coinText(wei: bigint): string {
  return formatUnits(wei, COIN_DECIMALS)
}

function priceOf(strike: Strike): PriceE8 | null {
  return strike.kind === 'fixed' ? strike.price : null
}
