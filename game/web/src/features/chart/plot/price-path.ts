import type { PricePoint } from '#api/round/price-point.ts'
import { type ChartScale, toDollars } from '../scale/chart-scale.ts'

/** Returns the SVG path of the price steps: each answer is in force until the next one. */
export function pricePath(points: readonly PricePoint[], { x, y }: ChartScale): string {
  return points
    .map(({ timestamp, price }, index) => {
      const height = y(toDollars(price))
      return index === 0 ? `M${x(timestamp)} ${height}` : `H${x(timestamp)}V${height}`
    })
    .join('')
}

/** Returns the SVG path of the area between the price and the height `base`. */
export function priceArea(points: readonly PricePoint[], scale: ChartScale, base: number): string {
  const start = scale.x(points[0]?.timestamp ?? 0)
  return `${pricePath(points, scale)}V${base}H${start}Z`
}
