import type { PriceE8 } from '@bullring/prediction/units'
import type { PricePoint } from '#api/round/price-point.ts'

/**
 * Returns the lowest and the highest price.
 *
 * @param points - At least one.
 */
export function priceSpan(points: readonly PricePoint[]): { low: PriceE8; high: PriceE8 } {
  const prices = points.map(({ price }) => price)
  return {
    low: prices.reduce((low, price) => (price < low ? price : low)),
    high: prices.reduce((high, price) => (price > high ? price : high)),
  }
}
