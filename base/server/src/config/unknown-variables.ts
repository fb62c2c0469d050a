/** A variable that a service does not read, and the variable that was probably meant. */
export type UnknownVariable = { name: string; nearest: string }

/**
 * Finds misspelled variables: they have the prefix of a service, such as `GAME_`, but the service does not read them.
 *
 * @param known - Names of the variables that the service reads; without any, nothing is compared.
 */
export function unknownVariables(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
  prefix: string,
): UnknownVariable[] {
  if (known.length === 0) return []
  return Object.entries(env)
    .filter(([name, value]) => value && name.startsWith(prefix) && !known.includes(name))
    .map(([name]) => ({ name, nearest: nearestOf(name, known) }))
}

function nearestOf(name: string, known: readonly string[]): string {
  const distances = new Map(known.map((other) => [other, editDistance(name, other)]))
  return known.reduce((best, other) =>
    (distances.get(other) ?? 0) < (distances.get(best) ?? 0) ? other : best,
  )
}

/** Returns the number of characters to insert, remove or replace (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [line, character] of [...from].entries()) {
    const next = [line + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (character === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
