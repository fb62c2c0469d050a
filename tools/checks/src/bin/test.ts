import { join } from 'node:path'
import { buildContracts, buildWebApp } from '@bullring/stack/build'
import { textProgress } from '@bullring/stack/progress'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { abortOnSignals } from '../abort-on-signals.ts'
import { findChromium } from '../find-chromium.ts'
import { findPostgres15 } from '../find-postgres-15.ts'
import { refuseArguments } from '../refuse-arguments.ts'
import { runChecks } from '../run-checks.ts'
import type { Tally } from '../tally.ts'
import { browserTests, contractTests, type TestRunner, vitestTests } from '../test-runners.ts'

/**
 * `npm test`: checks and all tests, with one tally. TEST_DEEP=1 (`npm run test:deep`) runs longer
 * histories and more repetitions of the same tests.
 */

refuseArguments('npm test')
const write = (text: string) => process.stdout.write(`${text}\n`)
const signal = abortOnSignals()
// Hundreds of Node processes load the same code: compile it once.
const NODE_COMPILE_CACHE = join(repositoryRoot, 'artifacts/compile-cache')
const options = { signal, env: { ...process.env, NODE_COMPILE_CACHE } }
const progress = textProgress(write)
const total: Tally = { passed: 0, failed: 0 }

function count({ passed, failed }: Tally): void {
  total.passed += passed
  total.failed += failed
}

async function runTests({ name, run }: TestRunner): Promise<void> {
  if (signal.aborted) return
  write(`• ${name} …`)
  const startedAt = performance.now()
  const result = await run(options)
  if (result.failed > 0) write(result.output)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const mark = result.failed === 0 ? '✓' : '✗'
  write(`${mark} ${name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`)
  count(result)
}

/** Compiling the contract tests keeps one core busy; the browser tests mostly wait. */
async function runContractAndBrowserTests(chromium: string): Promise<void> {
  await runTests(contractTests(process.env['TEST_DEEP'] === '1'))
  await runTests(browserTests(chromium))
}

async function runChecksAndUnits(): Promise<void> {
  count(await runChecks(options, write))
  const postgres = await findPostgres15()
  if ('skipped' in postgres) write(`– skipped: ${postgres.skipped}`)
  await runTests(vitestTests('programs' in postgres ? postgres.programs : undefined))
}

try {
  const [chromium] = await Promise.all([
    progress.step('browser', () => findChromium(process.env, progress.note), String),
    progress.step('contracts', buildContracts, String),
    progress.step('web app', buildWebApp, String),
  ])
  await Promise.all([runContractAndBrowserTests(chromium), runChecksAndUnits()])
} catch (error) {
  write(error instanceof Error ? error.message : String(error))
  total.failed += 1
}
if (signal.aborted) {
  write('Stopped before the end.')
  total.failed += 1
}
write(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
