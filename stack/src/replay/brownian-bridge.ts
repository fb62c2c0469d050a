import type { PriceE8 } from '@bullring/prediction/units'
import { toPriceE8 } from '@bullring/prediction/units'
import { gaussian } from './random.ts'

/** Standard deviation over one interval, in basis points, as in the recorded rounds. */
const VOLATILITY_BASIS_POINTS = 5

/**
 * Interpolates prices between two known ones, evenly spaced in time, by a Brownian bridge. They are
 * invented, and labelled as such wherever they are shown.
 *
 * @param count - Number of points strictly between the ends.
 * @param volatility - Standard deviation from one end to the other, in basis points.
 */
export function brownianBridge(
  from: PriceE8,
  to: PriceE8,
  count: number,
  random: () => number,
  volatility = VOLATILITY_BASIS_POINTS,
): readonly PriceE8[] {
  const steps = count + 1
  const scale = (Number(from) * volatility) / 10_000 / Math.sqrt(steps)
  const walk = [0]
  for (let step = 1; step <= steps; step += 1)
    walk.push((walk.at(-1) ?? 0) + scale * gaussian(random))
  const drift = walk.at(-1) ?? 0
  return Array.from({ length: count }, (_, index) => {
    const share = (index + 1) / steps
    const straight = Number(from) + share * Number(to - from)
    return toPriceE8(BigInt(Math.round(straight + (walk[index + 1] ?? 0) - share * drift)))
  })
}
