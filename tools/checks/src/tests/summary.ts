import type { Failure, FileTime } from '../running/outcome.ts'
import type { TestOutcome } from './run-tests.ts'
import type { RunnerTime } from './runner-time.ts'

/** Tests that this machine cannot run, such as `browser tests`. */
export type NotRun = { what: string; count: number; reason: string }

/** The end of a whole test run. */
export type TestRun = TestOutcome & { notRun: NotRun[] }

/** Lines of a message that the summary shows. The runner's output above holds the rest. */
const MESSAGE_LINES = 6

const SLOWEST_FILES = 20

/** Describes the end of a test run: times, failed and flaky tests by name, then the counts. */
export function summary({ passed, failures, flaky, files, times, notRun }: TestRun): string {
  return [
    ...slowestFiles(files),
    ...runnerTable(times),
    ...listOf('Failed', failures),
    ...listOf('Flaky (failed once, passed when run again)', flaky),
    [
      `${passed} passed, ${failures.length} failed, ${flaky.length} flaky`,
      ...notRun.map(notRunText),
    ].join(', '),
  ].join('\n')
}

/** Describes tests that this machine cannot run. */
export function notRunText({ what, count, reason }: NotRun): string {
  return `${count} ${what} not run: ${reason}`
}

function slowestFiles(files: readonly FileTime[]): string[] {
  if (files.length === 0) return []
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_FILES)
  const rows = slowest.map(({ file, seconds }) => `${column(seconds)}  ${file}`)
  return ['', `Slowest of ${files.length} test files (s):`, ...rows]
}

function runnerTable(times: readonly RunnerTime[]): string[] {
  if (times.length === 0) return []
  const rows = times.map(
    ({ name, wallSeconds, cpuSeconds }) => `${column(wallSeconds)}${column(cpuSeconds)}  ${name}`,
  )
  return ['', `${'wall'.padStart(8)}${'CPU'.padStart(8)}  (s)`, ...rows, '']
}

function column(seconds: number): string {
  return seconds.toFixed(1).padStart(8)
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
