/** Tells the person at the terminal what is going on. */
export type Progress = {
  /** Runs a step and prints how it went and how long it took. */
  step: <T>(label: string, work: () => Promise<T>, describe?: (result: T) => string) => Promise<T>
  note: (text: string) => void
}

/** Progress as lines of text. */
export function textProgress(write: (line: string) => void): Progress {
  return {
    step: async (label, work, describe) => {
      write(`• ${label} …`)
      const startedAt = performance.now()
      const result = await work()
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
      write(`✓ ${label}${describe === undefined ? '' : `: ${describe(result)}`} (${seconds} s)`)
      return result
    },
    note: (text) => write(`  ${text}`),
  }
}
