import type { Failure } from './outcome.ts'
import type { TestOutcome } from './run-tests.ts'

/** Lines of a message that the summary shows; the runner's output above holds the rest. */
const MESSAGE_LINES = 6

/** Describes the end of a test run: failed and flaky tests by name, then the counts. */
export function summary({ passed, failures, flaky }: TestOutcome): string {
  return [
    ...listOf('Failed', failures),
    ...listOf('Flaky (failed once, passed when run again)', flaky),
    `${passed} passed, ${failures.length} failed${flaky.length > 0 ? `, ${flaky.length} flaky` : ''}`,
  ].join('\n')
}

function listOf(title: string, failures: readonly Failure[]): string[] {
  if (failures.length === 0) return []
  return ['', `${title}:`, ...failures.map(describeFailure), '']
}

function describeFailure({ file, name, message }: Failure): string {
  const place = file === undefined || file === name ? name : `${file}: ${name}`
  const lines = message.split('\n').filter((line) => line.trim() !== '')
  return [`✗ ${place}`, ...lines.slice(0, MESSAGE_LINES).map((line) => `    ${line}`)].join('\n')
}
