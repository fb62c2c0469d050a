/** Reports progress on the terminal. */
export type Progress = {
  /** Runs a step and prints its result and duration. */
  step: <T>(label: string, work: () => Promise<T>, describe?: (result: T) => string) => Promise<T>
  note: (text: string) => void
}

/** Creates a progress report of plain text lines. */
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
