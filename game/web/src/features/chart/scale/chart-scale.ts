import { formatUnits, PRICE_DECIMALS } from '@bullring/prediction/decimal'
import type { PriceE8, UnixSeconds } from '@bullring/prediction/units'
import type { PricePoint } from '#api/round/price-point.ts'
import type { Tick } from '#api/round/tick.ts'
import { type LinearScale, linearScale, ticks } from './linear-scale.ts'

/** R-CHART-3: space above the highest and below the lowest price. */
const PADDING_USD = 0.5

/** Part of the axis by which it grows for the price of an exchange. */
const TICK_STEP = 0.25

/** Converts a price to dollars for drawing. The rounding is far below a pixel. */
export function toDollars(price: PriceE8): number {
  return Number(formatUnits(price, PRICE_DECIMALS))
}

/**
 * Returns both ends of the price axis in dollars.
 *
 * @param prices - Answers of the oracle, at least one.
 * @param ticks - Prices of an exchange. The axis reaches to one beyond it in steps: it must not move with each.
 */
export function priceDomain(
  prices: readonly PriceE8[],
  ticks: readonly PriceE8[] = [],
): [number, number] {
  const dollars = prices.map(toDollars)
  const low = Math.min(...dollars) - PADDING_USD
  const high = Math.max(...dollars) + PADDING_USD
  const step = (high - low) * TICK_STEP
  const beyond = (distance: number) => Math.ceil(Math.max(0, distance) / step) * step
  const moved = ticks.map(toDollars)
  return [low - beyond(low - Math.min(...moved)), high + beyond(Math.max(...moved) - high)]
}

/** Size in pixels. */
export type Plot = { width: number; height: number }
/** Scales from seconds and dollars to pixels. */
export type ChartScale = {
  x: LinearScale
  y: LinearScale
  /** Prices of the grid lines, in dollars. */
  ticks: number[]
}

/** About the distance between two grid lines, in pixels. */
const TICK_SPACING = 44
const MIN_TICKS = 3

type TimeAxis = {
  /** The time axis reaches at least to this time, in seconds: the close of the live round. */
  until?: number
  /** Its length up to the last point; null to show all points. */
  seconds?: number | null
  /** Prices of an exchange since the last point. */
  ticks?: readonly Tick[]
}

/**
 * Returns the scales that fit the points into a plot.
 *
 * @param points - At least one, oldest first.
 */
export function chartScale(
  points: readonly PricePoint[],
  plot: Plot,
  { until = 0, seconds = null, ticks: moved = [] }: TimeAxis = {},
): ChartScale {
  const newest = points.at(-1)?.timestamp ?? 0
  const first = Math.max(points.at(0)?.timestamp ?? 0, seconds === null ? 0 : newest - seconds)
  const last = Math.max(newest, until, moved.at(-1)?.timestamp ?? 0)
  // A single point is drawn in the middle of a minute.
  const times = first === last ? ([first - 30, last + 30] as const) : ([first, last] as const)
  const prices = priceDomain(
    points.map((point) => point.price),
    moved.map((tick) => tick.price),
  )
  return {
    x: linearScale(times, [0, plot.width]),
    y: linearScale(prices, [plot.height, 0]),
    ticks: ticks(prices, Math.max(MIN_TICKS, Math.round(plot.height / TICK_SPACING))),
  }
}

/** Returns the index of the point nearest in time to `timestamp`. */
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
