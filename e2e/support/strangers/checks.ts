/** Runs one check and prints its line. A failure does not end the run. */
export type Checks = {
  /** Returns the result, or null after a failure. */
  run: <T>(subject: string, text: string, check: () => Promise<T>) => Promise<T | null>
  hasFailed: () => boolean
}

/** Starts without failures. */
export function startChecks(): Checks {
  let hasFailed = false
  return {
    hasFailed: () => hasFailed,
    run: async (subject, text, check) => {
      try {
        const result = await check()
        const note = typeof result === 'string' && result !== '' ? ` (${result})` : ''
        process.stdout.write(`✓ ${subject}: ${text}${note}\n`)
        return result
      } catch (error) {
        hasFailed = true
        process.stdout.write(`✗ ${subject}: ${text}: ${reasonOf(error)}\n`)
        return null
      }
    },
  }
}

/** The first lines, without the colours that Playwright adds. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const plain = text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g'), '')
  return plain.split('\n').filter(Boolean).slice(0, 6).join(' | ')
}
