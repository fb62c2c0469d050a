import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Clocks of nodes, which can be wrong. */
export type Clocks = {
  variablesOf: (node: string) => Record<string, string>
  /** Shifts the clock of a node; 0 corrects it. */
  shift: (node: string, milliseconds: number) => Promise<void>
}

export function createClocks(folder: string): Clocks {
  const fileOf = (node: string) => join(folder, `clock-${node}`)
  return {
    variablesOf: (node) => {
      const preload = new URL('./shift-clock.ts', import.meta.url)
      preload.searchParams.set('file', fileOf(node))
      return { NODE_OPTIONS: `--import=${preload.href}` }
    },
    shift: async (node, milliseconds) => {
      if (milliseconds === 0) await rm(fileOf(node), { force: true })
      else await writeFile(fileOf(node), `${milliseconds}`)
    },
  }
}
