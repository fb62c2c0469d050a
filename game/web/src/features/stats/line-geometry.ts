import type { ProfitPoint } from '#api/trade/profit-line.ts'

/** A sum on the line. `epoch` is null at its start, before the first round. */
type LinePoint = Pick<ProfitPoint, 'rounds' | 'netResults'> & Partial<ProfitPoint>

/** The line in a square of 100 by 100, with 0 always in view. */
export type LineGeometry = {
  points: readonly LinePoint[]
  /** Position of each point, from the left and from the top. */
  places: readonly { x: number; y: number }[]
  zeroY: number
  highest: bigint
  lowest: bigint
}

const SIZE = 100
/** Precision of positions: sums in wei exceed the range of exact numbers. */
const STEPS = 1_000_000n

/** Places the points, with the start added. Not for money: positions are rounded. */
export function lineGeometry(decided: readonly ProfitPoint[]): LineGeometry {
  const points: readonly LinePoint[] = [{ rounds: 0, netResults: 0n }, ...decided]
  const sums = points.map(({ netResults }) => netResults)
  const highest = sums.reduce((most, sum) => (sum > most ? sum : most))
  const lowest = sums.reduce((least, sum) => (sum < least ? sum : least))
  const span = highest - lowest
  const top = (net: bigint) =>
    span === 0n ? SIZE / 2 : (Number(((highest - net) * STEPS) / span) / Number(STEPS)) * SIZE
  const last = points.at(-1)?.rounds ?? 0
  return {
    points,
    places: points.map(({ rounds, netResults }) => ({
      x: last === 0 ? 0 : (rounds / last) * SIZE,
      y: top(netResults),
    })),
    zeroY: top(0n),
    highest,
    lowest,
  }
}

/** Returns the index of the point nearest to `x`. */
export function nearestPoint({ places }: Pick<LineGeometry, 'places'>, x: number): number {
  const distances = places.map((place) => Math.abs(place.x - x))
  return distances.indexOf(Math.min(...distances))
}
