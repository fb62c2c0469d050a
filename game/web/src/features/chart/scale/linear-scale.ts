/** Maps a number from one range to another in proportion: dollars or seconds to pixels. */
export type LinearScale = {
  (value: number): number
  /** Returns the value at a pixel. */
  invert: (pixel: number) => number
  /** Both ends of the values. */
  domain: Interval
}

type Interval = readonly [number, number]

/**
 * Creates a linear scale.
 *
 * @param domain - Two different numbers.
 */
export function linearScale(domain: Interval, pixels: Interval): LinearScale {
  const between = (value: number, from: Interval, to: Interval) =>
    to[0] + ((value - from[0]) / (from[1] - from[0])) * (to[1] - to[0])
  return Object.assign((value: number) => between(value, domain, pixels), {
    invert: (pixel: number) => between(pixel, pixels, domain),
    domain,
  })
}

/** Round steps, and up to which multiple of a power of ten each is the nearest. */
const STEPS = [
  { step: 1, below: Math.sqrt(2) },
  { step: 2, below: Math.sqrt(10) },
  { step: 5, below: Math.sqrt(50) },
]

/**
 * Returns about `count` evenly spaced round numbers within the domain, whose smaller end comes first.
 */
export function ticks([start, end]: Interval, count: number): number[] {
  const target = (end - start) / count
  const power = 10 ** Math.floor(Math.log10(target))
  const nearest = STEPS.find(({ below }) => target / power < below)?.step ?? 10
  const step = nearest * power
  const first = Math.ceil(start / step)
  const last = Math.floor(end / step)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}
