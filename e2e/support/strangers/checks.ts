/** Runs one check and prints its line. A failure does not end the run. */
export type Checks = {
  /** Returns the result, or null after a failure. */
  run: <T>(subject: string, text: string, check: () => Promise<T>) => Promise<T | null>
  hasFailed: () => boolean
  /** A line with the numbers. */
  summary: () => string
}

/** Starts without checks. */
export function startChecks(report: (line: string) => void): Checks {
  const counts = { passed: 0, failed: 0 }
  return {
    hasFailed: () => counts.failed > 0,
    summary: () => `${counts.passed} passed, ${counts.failed} failed`,
    run: async (subject, text, check) => {
      try {
        const result = await check()
        const note = typeof result === 'string' && result !== '' ? ` (${result})` : ''
        report(`✓ ${subject}: ${text}${note}`)
        counts.passed += 1
        return result
      } catch (error) {
        counts.failed += 1
        report(`✗ ${subject}: ${text}: ${reasonOf(error)}`)
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
