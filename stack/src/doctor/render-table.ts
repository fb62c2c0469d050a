import { textTable } from '../command/text-table.ts'
import type { Finding } from './finding.ts'

const ORDER = { broken: 0, off: 1, on: 2 } as const
const HEAD = ['capability', 'state', 'why', 'setting that gives it'] as const

/** Writes findings as one table, what is broken first. */
export function renderTable(findings: readonly Finding[]): string {
  const sorted = findings.toSorted((a, b) => ORDER[a.state] - ORDER[b.state])
  const cells = sorted.map(({ capability, state, why, setting }) => [
    capability,
    state,
    why,
    setting ?? '',
  ])
  return textTable(HEAD, cells)
}
