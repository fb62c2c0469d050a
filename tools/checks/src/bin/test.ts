import { buildContracts, buildWebApp } from '@bullring/stack/build'
import { textProgress } from '@bullring/stack/progress'
import { abortOnSignals } from '../running/abort-on-signals.ts'
import type { Outcome } from '../running/outcome.ts'
import { refuseArguments } from '../running/refuse-arguments.ts'
import { runChecks } from '../running/run-checks.ts'
import { countBrowserTests, countOtherPostgresTests } from '../tests/count-tests.ts'
import { type FoundBrowser, findChromium } from '../tests/find-chromium.ts'
import { findPostgres15 } from '../tests/find-postgres-15.ts'
import { runTests, type TestOutcome } from '../tests/run-tests.ts'
import { type RunnerTime, timeRunner } from '../tests/runner-time.ts'
import { type NotRun, notRunText, summary, type TestRun } from '../tests/summary.ts'
import { browserTests, contractTests, type TestRunner, vitestTests } from '../tests/test-runners.ts'

/**
 * `npm test`: checks and all tests, with one summary. TEST_DEEP=1 (`npm run test:deep`) adds the tests of clusters,
 * faults and packages, longer histories and more repetitions. A flaky test fails it.
 */

refuseArguments('npm test')
const startedAt = performance.now()
const isDeep = process.env['TEST_DEEP'] === '1'
const write = (text: string) => process.stdout.write(`${text}\n`)
const signal = abortOnSignals()
const options = { signal, env: process.env }
const progress = textProgress(write)
const total: TestRun = { passed: 0, failures: [], flaky: [], files: [], times: [], notRun: [] }

type Browser = Extract<FoundBrowser, { path: string }>

type PartialOutcome = Outcome & { flaky?: TestOutcome['flaky']; times: RunnerTime[] }

function add({ passed, failures, flaky = [], files, times }: PartialOutcome): void {
  total.passed += passed
  total.failures.push(...failures)
  total.flaky.push(...flaky)
  total.files.push(...files)
  total.times.push(...times)
}

async function run(runner: TestRunner): Promise<void> {
  if (!signal.aborted) add(await runTests(runner, options, write))
}

async function runAllChecks(): Promise<void> {
  const { result, time } = await timeRunner('checks', options, (timed) => runChecks(timed, write))
  add({ ...result, times: [time] })
}

/** One after the other: both compile the contracts and write gas snapshots. */
async function runContractsAndChecks(): Promise<void> {
  await run(contractTests(isDeep))
  await runAllChecks()
}

function leaveOut(notRun: NotRun): void {
  total.notRun.push(notRun)
  write(`– ${notRunText(notRun)}`)
}

async function openBrowser(): Promise<Browser | null> {
  const found = await findChromium({ env: process.env, report: progress.note, signal })
  if ('path' in found) return found
  const count = await countBrowserTests(options)
  leaveOut({ what: 'browser tests', count, reason: found.notRun })
  return null
}

async function openOtherPostgres(): Promise<string | undefined> {
  const found = await findPostgres15()
  if ('programs' in found) return found.programs
  const count = await countOtherPostgresTests(options)
  leaveOut({ what: 'tests on a second PostgreSQL', count, reason: found.notRun })
  return undefined
}

try {
  const browser = await progress.step('browser', openBrowser, (found) => found?.path ?? 'none')
  const postgres = isDeep ? await openOtherPostgres() : undefined
  await Promise.all([
    progress.step('contracts', buildContracts, String),
    progress.step('web app', buildWebApp, String),
  ])
  await Promise.all([
    browser !== null && run(browserTests(browser)),
    run(vitestTests(postgres)),
    runContractsAndChecks(),
  ])
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  total.failures.push({ name: 'npm test', message })
}
if (signal.aborted) total.failures.push({ name: 'npm test', message: 'Stopped before the end.' })
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
write(`${summary(total)} (${minutes} min)`)
const isGreen = total.failures.length === 0 && !(isDeep && total.flaky.length > 0)
process.exit(isGreen ? 0 : 1)
