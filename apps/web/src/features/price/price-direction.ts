import type { PriceE8 } from '@bullring/prediction/units'

/** Where the price went with its newest answer. */
export type PriceDirection = 'up' | 'down' | 'unchanged'

/** @param prices - Oldest first. */
export function priceDirection(prices: readonly PriceE8[]): PriceDirection {
  const last = prices.at(-1)
  const before = prices.at(-2)
  if (last === undefined || before === undefined || last === before) return 'unchanged'
  return last > before ? 'up' : 'down'
}
