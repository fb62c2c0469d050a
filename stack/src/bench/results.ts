import * as z from 'zod'

/** A message of `report` or `reportNotRun`. */
const Message = z.union([
  z.object({
    what: z.string(),
    unit: z.string(),
    target: z.number(),
    bound: z.enum(['at least', 'at most']),
    // JSON has no number for what was not measured.
    reached: z.nullable(z.number()),
    worst: z.optional(z.nullable(z.number())),
    isMet: z.boolean(),
  }),
  z.object({ what: z.string(), reason: z.string() }),
])

/** End of a benchmark that fails without a missed target, or has no figures for the table. */
type Ended = { what: string; reason: string; verdict: 'FAILED' | 'no figures' }

/** A measurement of a benchmark, or what the table lacks, with the reason. */
export type Result = (z.infer<typeof Message> | Ended) & { bench: string }

/** Returns whether a result is a missed target or a failure. */
export function isBad(result: Result): boolean {
  if ('isMet' in result) return !result.isMet
  return 'verdict' in result && result.verdict === 'FAILED'
}

/** Parses a message of the process of `bench`; null if it is another message. */
export function resultOf(bench: string, message: unknown): Result | null {
  const { data } = Message.safeParse(message)
  return data === undefined ? null : { bench, ...data }
}

/** Returns what the end of a benchmark adds to its results: nothing where they say it already. */
export function endOf(bench: string, code: number | null, results: readonly Result[]): Result[] {
  if (code !== 0 && !results.some(isBad)) {
    const reason = `ended with ${code ?? 'a signal'}`
    return [{ bench, what: 'its process', reason, verdict: 'FAILED' }]
  }
  if (results.length > 0) return []
  return [{ bench, what: 'all', reason: 'see what it prints', verdict: 'no figures' }]
}

const HEAD = ['', 'benchmark', 'what', 'median', 'worst', 'target', 'unit']

/** Returns one table of all results, as lines. */
export function tableOf(results: readonly Result[]): readonly string[] {
  const rows = [HEAD, ...results.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function cellsOf(result: Result): readonly string[] {
  const { bench, what } = result
  if ('verdict' in result) return [result.verdict, bench, what, result.reason, '', '', '']
  if ('reason' in result) return ['not run', bench, what, result.reason, '', '', '']
  const { isMet, reached, worst, target, bound, unit } = result
  const goal = `${bound === 'at least' ? '>=' : '<='} ${shown(target)}`
  return [isMet ? 'met' : 'MISSED', bench, what, shown(reached), shown(worst), goal, unit]
}

function shown(value: number | null | undefined): string {
  if (value === undefined) return ''
  if (value === null) return 'none'
  return value >= 100 ? `${Math.round(value)}` : value.toFixed(2)
}
