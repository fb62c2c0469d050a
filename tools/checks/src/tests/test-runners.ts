import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { type Outcome, outcomeOf } from '../running/outcome.ts'
import { runForge } from '../running/run-forge.ts'
import { type ProgramOptions, runProgram } from '../running/run-program.ts'
import { forgeOutcome, playwrightOutcome, vitestOutcome } from './test-reports.ts'

type TestResult = Outcome & { output: string }

/**
 * A test runner and the reader of its report. `files` limits it to some test files, named as in its
 * failures. No file means all.
 */
export type TestRunner = {
  name: string
  run: (options: ProgramOptions, files?: readonly string[]) => Promise<TestResult>
}

const REPORTS = join(repositoryRoot, 'artifacts/reports')

/**
 * Returns the runner of the contract tests.
 *
 * @param isDeep - With many more fuzz and invariant runs, and a new seed.
 */
export function contractTests(isDeep: boolean): TestRunner {
  return {
    name: 'contracts (forge)',
    run: async (given) => {
      const options = isDeep ? { ...given, env: { ...given.env, FOUNDRY_PROFILE: 'deep' } } : given
      const seed = isDeep ? ['--fuzz-seed', `0x${randomBytes(32).toString('hex')}`] : []
      const { isSuccess, stdout, output } = await runForge(['test', '--json', ...seed], options)
      const outcome = outcomeOf('forge', isSuccess, () => forgeOutcome(JSON.parse(stdout)))
      const hasFailed = outcome.failures.length > 0
      return { ...outcome, output: hasFailed ? (await forgeReport(seed, options)) || output : '' }
    },
  }
}

/** Runs forge again for a readable report instead of JSON. */
async function forgeReport(seed: readonly string[], options: ProgramOptions): Promise<string> {
  return (await runForge(['test', '--fail-fast', ...seed], options)).output
}

/**
 * Returns the runner of the unit and integration tests.
 *
 * @param otherPostgres - Folder of another PostgreSQL's programs. The database tests run on it too.
 */
export function vitestTests(otherPostgres: string | undefined): TestRunner {
  return {
    name: 'units and integration (Vitest)',
    run: (options, files = []) =>
      withReport('vitest.json', vitestOutcome, (file) =>
        runProgram(
          'vitest',
          ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
          { ...options, env: { ...options.env, TEST_POSTGRES_PROGRAMS: otherPostgres } },
        ),
      ),
  }
}

/**
 * Returns the runner of the browser tests.
 *
 * @param browser.ordinary - A second browser, in which the layout tests run too.
 */
export function browserTests(browser: { path: string; ordinary: string | null }): TestRunner {
  return {
    name: 'browser (Playwright)',
    run: (options, files = []) =>
      withReport('playwright.json', playwrightOutcome, (file) =>
        runProgram(
          'playwright',
          ['test', ...files, '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
          {
            ...options,
            env: {
              ...options.env,
              CHROMIUM: browser.path,
              ORDINARY_CHROMIUM: browser.ordinary ?? undefined,
              PLAYWRIGHT_JSON_OUTPUT_NAME: file,
              // A test that failed is recorded when it runs again.
              E2E_TRACE: files.length > 0 ? '1' : options.env?.['E2E_TRACE'],
            },
          },
        ),
      ),
  }
}

async function withReport(
  name: string,
  read: (report: unknown) => Outcome,
  run: (file: string) => Promise<{ isSuccess: boolean; output: string }>,
): Promise<TestResult> {
  await mkdir(REPORTS, { recursive: true })
  const file = join(REPORTS, name)
  await rm(file, { force: true })
  const { isSuccess, output } = await run(file)
  const text = await readFile(file, 'utf8').catch(() => '')
  return { ...outcomeOf(name, isSuccess, () => read(JSON.parse(text))), output }
}
