import type { ChaosReport } from './run-chaos.ts'

/** Formats the result for a terminal. */
export function formatReport(report: ChaosReport): string {
  const { seed, rounds, bets, claims, undone, faults, watchers, differences, missing } = report
  const sum = (field: 'events' | 'reconnects' | 'resets') =>
    watchers.reduce((total, counts) => total + counts[field], 0)
  const rows = faults
    .rows()
    .map(([name, count]) => `| ${name.padEnd(48)} | ${`${count}`.padStart(6)} |`)
  return [
    `| ${'fault'.padEnd(48)} | ${'times'.padStart(6)} |`,
    `|${'-'.repeat(50)}|${'-'.repeat(8)}|`,
    ...rows,
    `| ${'all'.padEnd(48)} | ${`${faults.total}`.padStart(6)} |`,
    ...missing.map((name) => `not possible on this machine: ${name}`),
    '',
    `seed ${seed}: ${rounds} rounds, ${bets} bets (${undone} bets, claims and answers undone by reorgs), ${claims} claims`,
    `${watchers.length} clients of live events: ${sum('events')} events, ${sum('reconnects')} reconnects, ${sum('resets')} resets`,
    differences.length === 0
      ? 'contract, both databases, every API node and every client agree with the ledger, to the wei'
      : `DIFFERENCES:\n${differences.join('\n')}`,
  ].join('\n')
}
