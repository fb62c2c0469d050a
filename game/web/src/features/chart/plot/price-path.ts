import type { PricePoint } from '#api/round/price-point.ts'
import { type ChartScale, toDollars } from '../scale/chart-scale.ts'

/** Seconds after which an answer is no longer in force: feeds answer once a day at least. */
const IN_FORCE_SECONDS = 25 * 60 * 60

/** Returns the SVG path of the price steps: each answer is in force until the next one. */
export function pricePath(points: readonly PricePoint[], scale: ChartScale): string {
  return withoutGaps(points)
    .map((part) => stepsOf(part, scale))
    .join('')
}

/** Returns the SVG path of the area between the price and the height `base`. */
export function priceArea(points: readonly PricePoint[], scale: ChartScale, base: number): string {
  return withoutGaps(points)
    .map((part) => `${stepsOf(part, scale)}V${base}H${scale.x(part[0]?.timestamp ?? 0)}Z`)
    .join('')
}

/** Divides the points where the market stood still. */
function withoutGaps(points: readonly PricePoint[]): PricePoint[][] {
  const parts: PricePoint[][] = []
  for (const point of points) {
    const part = parts.at(-1)
    const before = part?.at(-1)
    if (part && before && point.timestamp - before.timestamp <= IN_FORCE_SECONDS) part.push(point)
    else parts.push([point])
  }
  return parts
}

function stepsOf(points: readonly PricePoint[], { x, y }: ChartScale): string {
  return points
    .map(({ timestamp, price }, index) => {
      const height = y(toDollars(price))
      return index === 0 ? `M${x(timestamp)} ${height}` : `H${x(timestamp)}V${height}`
    })
    .join('')
}
