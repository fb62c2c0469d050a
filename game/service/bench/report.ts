/** Prints one line. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`)
}

export type Figure = {
  what: string
  /** Unit of both figures. */
  unit: string
  target: number
  /** Whether the target is a minimum or a maximum. */
  bound: 'at least' | 'at most'
  reached: number
}

/** Prints a measurement and its target; a ratio of 1 or more meets it. */
export function report({ what, unit, target, bound, reached }: Figure): void {
  const ratio = bound === 'at least' ? reached / target : target / reached
  const verdict = ratio >= 1 ? 'met' : 'MISSED'
  printLine(
    `${verdict}: ${what}: ${shown(reached)} ${unit}, target ${bound} ${shown(target)}, ratio ${ratio.toFixed(2)}`,
  )
}

/** Returns the value below which `share` of all values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN
}

function shown(value: number): string {
  return value >= 100 ? `${Math.round(value)}` : value.toFixed(2)
}
