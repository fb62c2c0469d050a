import { formatUnits, PRICE_DECIMALS } from '@bullring/prediction/decimal'
import type { PriceE8, UnixSeconds } from '@bullring/prediction/units'
import type { PricePoint } from '#api/price-point.ts'
import { type LinearScale, linearScale, ticks } from './linear-scale.ts'

/** Spec, section 9: the price axis runs from the lowest price minus 0.5 to the highest plus 0.5. */
const PADDING_USD = 0.5

/** Dollars to draw with: a pixel is far coarser than the rounding. */
export function toDollars(price: PriceE8): number {
  return Number(formatUnits(price, PRICE_DECIMALS))
}

/** Ends of the price axis in dollars. @param prices - At least one. */
export function priceDomain(prices: readonly PriceE8[]): [number, number] {
  const dollars = prices.map(toDollars)
  return [Math.min(...dollars) - PADDING_USD, Math.max(...dollars) + PADDING_USD]
}

export type Plot = { width: number; height: number }
export type ChartScale = {
  x: LinearScale
  y: LinearScale
  /** Prices for the grid lines, in dollars. */
  ticks: number[]
}

const TICK_COUNT = 4

/**
 * Scales for the points on a plot.
 *
 * @param points - At least one, oldest first.
 * @param until - The time axis reaches at least to here, in seconds: the close of the live round.
 */
export function chartScale(points: readonly PricePoint[], plot: Plot, until = 0): ChartScale {
  const first = points.at(0)?.timestamp ?? 0
  const last = Math.max(points.at(-1)?.timestamp ?? 0, until)
  // A single point stands in the middle of a minute.
  const times = first === last ? ([first - 30, last + 30] as const) : ([first, last] as const)
  const prices = priceDomain(points.map((point) => point.price))
  return {
    x: linearScale(times, [0, plot.width]),
    y: linearScale(prices, [plot.height, 0]),
    ticks: ticks(prices, TICK_COUNT),
  }
}

/** Index of the point nearest in time to `timestamp`. */
export function nearestPoint(points: readonly PricePoint[], timestamp: number): number {
  let nearest = 0
  points.forEach((point, index) => {
    const best = points[nearest]
    if (best && distance(point.timestamp, timestamp) < distance(best.timestamp, timestamp)) {
      nearest = index
    }
  })
  return nearest
}

function distance(a: UnixSeconds, b: number): number {
  return Math.abs(a - b)
}
