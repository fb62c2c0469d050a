import { join } from 'node:path'
import { buildContracts, buildWebApp } from '@bullring/stack/build'
import { textProgress } from '@bullring/stack/progress'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { abortOnSignals } from '../abort-on-signals.ts'
import { findChromium } from '../find-chromium.ts'
import { findPostgres15 } from '../find-postgres-15.ts'
import type { Outcome } from '../outcome.ts'
import { refuseArguments } from '../refuse-arguments.ts'
import { runChecks } from '../run-checks.ts'
import { runTests, type TestOutcome } from '../run-tests.ts'
import { summary } from '../summary.ts'
import { browserTests, contractTests, type TestRunner, vitestTests } from '../test-runners.ts'

/**
 * `npm test`: checks and all tests, with one summary. TEST_DEEP=1 (`npm run test:deep`) runs longer
 * histories and more repetitions of the same tests.
 */

refuseArguments('npm test')
const write = (text: string) => process.stdout.write(`${text}\n`)
const signal = abortOnSignals()
// Hundreds of Node processes load the same code: compile it once.
const NODE_COMPILE_CACHE = join(repositoryRoot, 'artifacts/compile-cache')
const options = { signal, env: { ...process.env, NODE_COMPILE_CACHE } }
const progress = textProgress(write)
const total: TestOutcome = { passed: 0, failures: [], flaky: [] }

function add({ passed, failures, flaky = [] }: Outcome & Partial<TestOutcome>): void {
  total.passed += passed
  total.failures.push(...failures)
  total.flaky.push(...flaky)
}

async function run(runner: TestRunner): Promise<void> {
  if (!signal.aborted) add(await runTests(runner, options, write))
}

/** Compiling the contract tests keeps one core busy; the browser tests mostly wait. */
async function runContractAndBrowserTests(chromium: string): Promise<void> {
  await run(contractTests(process.env['TEST_DEEP'] === '1'))
  await run(browserTests(chromium))
}

async function runChecksAndUnits(): Promise<void> {
  add(await runChecks(options, write))
  const postgres = await findPostgres15()
  if ('skipped' in postgres) write(`– skipped: ${postgres.skipped}`)
  await run(vitestTests('programs' in postgres ? postgres.programs : undefined))
}

try {
  const [chromium] = await Promise.all([
    progress.step('browser', () => findChromium(process.env, progress.note), String),
    progress.step('contracts', buildContracts, String),
    progress.step('web app', buildWebApp, String),
  ])
  await Promise.all([runContractAndBrowserTests(chromium), runChecksAndUnits()])
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  total.failures.push({ name: 'npm test', message })
}
if (signal.aborted) total.failures.push({ name: 'npm test', message: 'Stopped before the end.' })
write(summary(total))
process.exit(total.failures.length === 0 ? 0 : 1)
