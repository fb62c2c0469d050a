import type { Manifest } from './workspace.ts'

/** An entry point: its name in imports, and its source in the package's folder. */
export type Entry = { name: string; source: string }

/** Returns the entry points of a library. */
export function entriesOf({ exports }: Manifest): readonly Entry[] {
  return Object.entries(exports).map(([path, source]) => ({ name: path.replace('./', ''), source }))
}
