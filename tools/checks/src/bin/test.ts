import { join } from 'node:path'
import { buildContracts, buildWebApp } from '@bullring/stack/build'
import { textProgress } from '@bullring/stack/progress'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { chromiumPath } from '../chromium.ts'
import { oldPostgres } from '../old-postgres.ts'
import { runChecks } from '../run-checks.ts'
import { browserRunner, oldPostgresRunner, type Runner, runners } from '../runners.ts'
import { abortOnSignals } from '../signals.ts'
import type { Tally } from '../tally.ts'

const write = (text: string) => process.stdout.write(`${text}\n`)
const signal = abortOnSignals()
// Hundreds of Node processes load the same code: it is compiled once.
const NODE_COMPILE_CACHE = join(repositoryRoot, 'artifacts/compile-cache')
const options = { signal, env: { ...process.env, NODE_COMPILE_CACHE } }
const progress = textProgress(write)
const total: Tally = { passed: 0, failed: 0 }

function count({ passed, failed }: Tally): void {
  total.passed += passed
  total.failed += failed
}

async function runTests({ name, run }: Runner): Promise<void> {
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

try {
  await progress.step('contracts', buildContracts, String)
  await progress.step('web app', buildWebApp, String)
  const chromium = await progress.step(
    'browser',
    () => chromiumPath(process.env['CHROMIUM']),
    String,
  )
  count(await runChecks(options, write))
  // Compiling the contract tests keeps one core busy, the others mostly wait.
  await Promise.all(runners.map(runTests))
  const postgres = await oldPostgres()
  if ('skipped' in postgres) write(`– skipped: ${postgres.skipped}`)
  else await runTests(oldPostgresRunner(postgres.programs))
  await runTests(browserRunner(chromium))
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
