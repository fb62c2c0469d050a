import type { CheckedDatabase } from './check-databases.ts'

const HEAD = ['database', 'migration', 'tables', 'rows', 'newest block'] as const

/** Writes what restored databases contain as one table. */
export function renderDatabases(databases: readonly CheckedDatabase[]): string {
  const rows = [HEAD, ...databases.map(cellsOf)]
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

function cellsOf({ name, migration, tables, rows, block }: CheckedDatabase): readonly string[] {
  const newest = block === null ? '' : `${block.number}, ${block.time}`
  return [name, migration ?? 'its service never ran', `${tables}`, `${rows}`, newest]
}
