import type { Failure, Outcome } from '../running/outcome.ts'

/** The files to run again: all files with failures, or none when a failure has no file. */
export function filesOf(failures: readonly Failure[]): string[] {
  const files = failures.map(({ file }) => file)
  return files.includes(undefined) ? [] : [...new Set(files.filter((file) => file !== undefined))]
}

/**
 * Combines a run with a second one of its failed files.
 *
 * @returns Tests that still fail, and tests that failed only once: a defect of the test or a race in the product.
 */
export function afterSecondRun(first: Outcome, second: Outcome): Outcome & { flaky: Failure[] } {
  const keyOf = ({ file, name }: Failure) => `${file} ${name}`
  const stillFailing = new Set(second.failures.map(keyOf))
  const flaky = first.failures.filter((failure) => !stillFailing.has(keyOf(failure)))
  return { ...first, passed: first.passed + flaky.length, failures: second.failures, flaky }
}
