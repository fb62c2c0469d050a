import type { Variables } from './env-file.ts'

/** Settings after a run, and the names of those that an operator set and the run left alone. */
export type Merged = { variables: Variables; kept: readonly string[] }

/**
 * Replaces what followed from earlier answers by what follows from new ones. What an operator wrote into the file stays, but
 * for variables that hold an answer.
 *
 * @param before - Follows from the answers that `existing` holds.
 * @param after - Follows from the new answers.
 * @param answered - Variables that hold an answer.
 */
export function mergeVariables(
  existing: Variables,
  { before, after, answered }: { before: Variables; after: Variables; answered: readonly string[] },
): Merged {
  const isOwn = (name: string) => existing[name] !== before[name] && !answered.includes(name)
  const own = Object.entries(existing).filter(([name]) => isOwn(name))
  const kept = own.flatMap(([name, value]) =>
    after[name] !== undefined && after[name] !== value ? [name] : [],
  )
  return { variables: { ...after, ...Object.fromEntries(own) }, kept }
}
