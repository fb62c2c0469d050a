import type { PriceE8 } from '@bullring/prediction/units'

/** Direction of the newest oracle answer. */
export type PriceDirection = 'up' | 'down' | 'unchanged'

/**
 * Returns the direction of the last change.
 *
 * @param prices - Oldest first.
 */
export function priceDirection(prices: readonly PriceE8[]): PriceDirection {
  const last = prices.at(-1)
  const before = prices.at(-2)
  if (last === undefined || before === undefined || last === before) return 'unchanged'
  return last > before ? 'up' : 'down'
}
