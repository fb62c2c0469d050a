/** An estimate with the ends of its 95 % confidence interval. */
export type Estimate = { value: number; low: number; high: number }

/** Quantile of the normal distribution for 95 %. */
const Z = 1.96

/**
 * Estimates `sum(parts) / sum(wholes)` over independent pairs, with the normal interval of a ratio (delta method).
 *
 * @param wholes - One per part: stakes for a profit per stake, ones for a mean.
 */
export function estimateRatio(parts: readonly number[], wholes: readonly number[]): Estimate {
  const whole = sum(wholes)
  const value = sum(parts) / whole
  const squares = parts.map((part, i) => (part - value * (wholes[i] ?? 0)) ** 2)
  const count = parts.length
  const error = (Z * Math.sqrt((sum(squares) * count) / (count - 1))) / whole
  return { value, low: value - error, high: value + error }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
