import { textTable } from '../command/text-table.ts'
import type { CheckedDatabase } from './check-databases.ts'

const HEAD = ['database', 'migration', 'tables', 'rows', 'newest block'] as const

/** Writes what restored databases contain as one table. */
export function renderDatabases(databases: readonly CheckedDatabase[]): string {
  return textTable(HEAD, databases.map(cellsOf))
}

function cellsOf({ name, migration, tables, rows, block }: CheckedDatabase): readonly string[] {
  const newest = block === null ? '' : `${block.number}, ${block.time}`
  return [name, migration ?? 'its service never ran', `${tables}`, `${rows}`, newest]
}
