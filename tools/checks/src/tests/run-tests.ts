import type { Failure, Outcome } from '../running/outcome.ts'
import type { ProgramOptions } from '../running/run-program.ts'
import { type RunnerTime, timeRunner } from './runner-time.ts'
import { afterSecondRun, filesOf } from './second-run.ts'
import type { TestRunner } from './test-runners.ts'

/** Outcome of all runners together. `flaky` failed in the whole run and passed when run again. */
export type TestOutcome = Outcome & { flaky: Failure[]; times: RunnerTime[] }

type Write = (text: string) => void

/**
 * Runs the tests of a runner, and the files of failed tests once more. A test that then passes is flaky: the
 * summary names it as a defect, but it does not fail the run.
 */
export async function runTests(
  runner: TestRunner,
  options: ProgramOptions,
  write: Write,
): Promise<TestOutcome> {
  const first = await runOnce(runner, options, write)
  const files = filesOf(first.outcome.failures)
  if (files.length === 0 || options.signal.aborted) {
    return { ...first.outcome, flaky: [], times: [first.time] }
  }
  const second = await runOnce(runner, options, write, files)
  return {
    ...afterSecondRun(first.outcome, second.outcome),
    times: [first.time, second.time],
  }
}

async function runOnce(
  { name, run }: TestRunner,
  options: ProgramOptions,
  write: Write,
  files?: readonly string[],
): Promise<{ outcome: Outcome; time: RunnerTime }> {
  const title = files === undefined ? name : `${name}, failed files once more`
  write(`• ${title} …`)
  const { result, time } = await timeRunner(title, options, (timed) => run(timed, files))
  const { output, ...outcome } = result
  const { passed, failures } = outcome
  if (failures.length > 0) write(output)
  const mark = failures.length === 0 ? '✓' : '✗'
  const seconds = time.wallSeconds.toFixed(1)
  write(`${mark} ${title}: ${passed} passed, ${failures.length} failed (${seconds} s)`)
  return { outcome, time }
}
