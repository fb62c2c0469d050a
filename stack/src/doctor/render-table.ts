import type { Finding } from './finding.ts'

const ORDER = { broken: 0, off: 1, on: 2 } as const
const HEAD = ['capability', 'state', 'why', 'setting that gives it'] as const

/** Writes findings as one table, what is broken first. */
export function renderTable(findings: readonly Finding[]): string {
  const sorted = findings.toSorted((a, b) => ORDER[a.state] - ORDER[b.state])
  const rows = [
    HEAD,
    ...sorted.map(({ capability, state, why, setting }) => [capability, state, why, setting ?? '']),
  ]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
