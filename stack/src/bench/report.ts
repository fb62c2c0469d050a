/** Prints one line. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`)
}

export type Figure = {
  what: string
  /** Unit of all figures. */
  unit: string
  target: number
  /** Whether the target is a minimum or a maximum. */
  bound: 'at least' | 'at most'
  /** The median, where there are several measurements. */
  reached: number
  /** The least favourable measurement. */
  worst?: number
}

/**
 * Prints a measurement and its target; a ratio of 1 or more meets it. A missed target is an exit code of 1. `npm run bench`, which
 * starts benchmarks as child processes, gets the figure as a message.
 */
export function report(figure: Figure): void {
  const { what, unit, target, bound, reached, worst } = figure
  const ratio = bound === 'at least' ? reached / target : target / reached
  // Not "ratio < 1": a measurement without a number misses its target. A target of 0 is met by 0.
  const isMet = bound === 'at least' ? reached >= target : reached <= target
  if (!isMet) process.exitCode = 1
  const least = worst === undefined ? '' : `, worst ${shown(worst)}`
  const share = Number.isFinite(ratio) ? `, ratio ${ratio.toFixed(2)}` : ''
  printLine(
    `${isMet ? 'met' : 'MISSED'}: ${what}: ${shown(reached)} ${unit}${least}, target ${bound} ${shown(target)}${share}`,
  )
  process.send?.({ ...figure, isMet })
}

/** Prints a comparison that this run leaves out, so that no reader takes it for met. */
export function reportNotRun(what: string, reason: string): void {
  printLine(`not run: ${what}: ${reason}`)
  process.send?.({ what, reason })
}

/** Returns the value below which `share` of all values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN
}

function shown(value: number): string {
  return value >= 100 ? `${Math.round(value)}` : value.toFixed(2)
}
