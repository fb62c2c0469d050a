import * as z from 'zod/mini'

/** How many checks or tests passed and failed. */
export type Tally = { passed: number; failed: number }

const ForgeReport = z.record(
  z.string(),
  z.object({ test_results: z.record(z.string(), z.object({ status: z.string() })) }),
)

const VitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  errors: z.array(z.unknown()),
})

/** Counts the results of `forge test --json`. */
export function forgeTally(report: unknown): Tally {
  const results = Object.values(z.parse(ForgeReport, report)).flatMap((suite) =>
    Object.values(suite.test_results),
  )
  const passed = results.filter(({ status }) => status === 'Success').length
  return { passed, failed: results.length - passed }
}

/** Counts Vitest's JSON report; a file that could not be loaded counts as one failure. */
export function vitestTally(report: unknown): Tally {
  const { numPassedTests, numFailedTests, testResults } = z.parse(VitestReport, report)
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length }
}

/** Counts Playwright's JSON report; a flaky test counts as failed. */
export function playwrightTally(report: unknown): Tally {
  const { stats, errors } = z.parse(PlaywrightReport, report)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}

/**
 * Combines a runner's report with its exit code: a runner that failed without a failed test, or left
 * no report, counts as one failure.
 */
export function tallyOf(isSuccess: boolean, count: () => Tally): Tally {
  try {
    const tally = count()
    return isSuccess || tally.failed > 0 ? tally : { ...tally, failed: 1 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}
