/** A failed test or check. Without a file it can't be run alone. */
export type Failure = { name: string; message: string; file?: string }

/** Seconds that the tests of a file took, one after the other. */
export type FileTime = { file: string; seconds: number }

/** Outcome of a runner's tests or checks. */
export type Outcome = { passed: number; failures: Failure[]; files: FileTime[] }

/**
 * Combines a runner's report with its exit code: a runner that failed without a failed test, or left
 * no report, is one failure.
 */
export function outcomeOf(runner: string, isSuccess: boolean, read: () => Outcome): Outcome {
  try {
    const outcome = read()
    if (isSuccess || outcome.failures.length > 0) return outcome
    return { ...outcome, failures: [{ name: runner, message: 'failed without a failed test' }] }
  } catch (error) {
    const message = `left no report: ${error}`
    return { passed: 0, failures: [{ name: runner, message }], files: [] }
  }
}
