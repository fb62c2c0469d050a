import type { Failure, Outcome } from './outcome.ts'
import type { ProgramOptions } from './run-program.ts'
import { afterSecondRun, filesOf } from './second-run.ts'
import type { TestRunner } from './test-runners.ts'

/** What all runners together ended with; `flaky` failed in the whole run and passed when run again. */
export type TestOutcome = Outcome & { flaky: Failure[] }

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
  const files = filesOf(first.failures)
  if (files.length === 0 || options.signal.aborted) return { ...first, flaky: [] }
  return afterSecondRun(first, await runOnce(runner, options, write, files))
}

async function runOnce(
  { name, run }: TestRunner,
  options: ProgramOptions,
  write: Write,
  files?: readonly string[],
): Promise<Outcome> {
  const title = files === undefined ? name : `${name}, failed files once more`
  write(`• ${title} …`)
  const startedAt = performance.now()
  const { output, passed, failures } = await run(options, files)
  if (failures.length > 0) write(output)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const mark = failures.length === 0 ? '✓' : '✗'
  write(`${mark} ${title}: ${passed} passed, ${failures.length} failed (${seconds} s)`)
  return { passed, failures }
}
