/** A number from one range at the same place in another: dollars or seconds to pixels. */
export type LinearScale = {
  (value: number): number
  /** The value at a pixel. */
  invert: (pixel: number) => number
  /** Where the scale begins and ends. */
  domain: Interval
}

type Interval = readonly [number, number]

/** @param domain - Two different numbers. */
export function linearScale(domain: Interval, pixels: Interval): LinearScale {
  const between = (value: number, from: Interval, to: Interval) =>
    to[0] + ((value - from[0]) / (from[1] - from[0])) * (to[1] - to[0])
  return Object.assign((value: number) => between(value, domain, pixels), {
    invert: (pixel: number) => between(pixel, pixels, domain),
    domain,
  })
}

/** Steps that people count in, and from which share of the wanted step each is the nearest. */
const STEPS = [
  { step: 1, below: Math.sqrt(2) },
  { step: 2, below: Math.sqrt(10) },
  { step: 5, below: Math.sqrt(50) },
]

/**
 * Round numbers within the domain, about `count` of them, each the same step from the next. The domain's
 * smaller end comes first.
 */
export function ticks([start, end]: Interval, count: number): number[] {
  const wanted = (end - start) / count
  const power = 10 ** Math.floor(Math.log10(wanted))
  const nearest = STEPS.find(({ below }) => wanted / power < below)?.step ?? 10
  const step = nearest * power
  const first = Math.ceil(start / step)
  const last = Math.floor(end / step)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}
