/** Lays cells out in columns, the heads above them. */
export function textTable(head: readonly string[], cells: readonly (readonly string[])[]): string {
  const rows = [head, ...cells]
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
