import type { Variables } from './env-file.ts'

/** Settings after a run, and the names of those that an operator set and the run left alone. */
export type Merged = { variables: Variables; kept: readonly string[] }

/**
 * Replaces what followed from earlier answers by what follows from new ones. What an operator wrote into the file stays.
 *
 * @param before - Follows from the answers that `existing` holds.
 * @param after - Follows from the new answers.
 */
export function mergeVariables(existing: Variables, before: Variables, after: Variables): Merged {
  const isOwn = (name: string) => existing[name] !== undefined && existing[name] !== before[name]
  const own = Object.entries(existing).filter(([name]) => isOwn(name))
  const kept = own.flatMap(([name, value]) =>
    after[name] !== undefined && after[name] !== value ? [name] : [],
  )
  return { variables: { ...after, ...Object.fromEntries(own) }, kept }
}
