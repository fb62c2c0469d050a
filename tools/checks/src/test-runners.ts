import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { runForge } from './run-forge.ts'
import { type ProgramOptions, runProgram } from './run-program.ts'
import { forgeTally, playwrightTally, type Tally, tallyOf, vitestTally } from './tally.ts'

type TestResult = Tally & { output: string }

/** A test runner and how to count what it ran. */
export type TestRunner = { name: string; run: (options: ProgramOptions) => Promise<TestResult> }

const REPORTS = join(repositoryRoot, 'artifacts/reports')

/**
 * Returns the runner of the contract tests.
 *
 * @param isDeep - With many more fuzz and invariant runs.
 */
export function contractTests(isDeep: boolean): TestRunner {
  return {
    name: 'contracts (forge)',
    run: async ({ env, signal }) => {
      const options = { env: { ...env, ...(isDeep && { FOUNDRY_PROFILE: 'deep' }) }, signal }
      const { isSuccess, stdout, output } = await runForge(['test', '--json'], options)
      const tally = tallyOf(isSuccess, () => forgeTally(JSON.parse(stdout)))
      return { ...tally, output: tally.failed > 0 ? (await forgeReport(options)) || output : '' }
    },
  }
}

/** Runs forge again for a readable report instead of JSON. */
async function forgeReport(options: ProgramOptions): Promise<string> {
  return (await runForge(['test', '--fail-fast'], options)).output
}

/**
 * Returns the runner of the unit and integration tests.
 *
 * @param otherPostgres - Folder of another PostgreSQL's programs; the database tests run on it too.
 */
export function vitestTests(otherPostgres: string | undefined): TestRunner {
  return {
    name: 'units and integration (Vitest)',
    run: ({ env, signal }) =>
      withReport('vitest.json', vitestTally, (file) =>
        runProgram(
          'vitest',
          ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
          { env: { ...env, TEST_POSTGRES_PROGRAMS: otherPostgres }, signal },
        ),
      ),
  }
}

/**
 * Returns the runner of the browser tests.
 *
 * @param chromium - Path of the browser.
 */
export function browserTests(chromium: string): TestRunner {
  return {
    name: 'browser (Playwright)',
    run: ({ env, signal }) =>
      withReport('playwright.json', playwrightTally, (file) =>
        runProgram(
          'playwright',
          ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
          { env: { ...env, CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file }, signal },
        ),
      ),
  }
}

async function withReport(
  name: string,
  count: (report: unknown) => Tally,
  run: (file: string) => Promise<{ isSuccess: boolean; output: string }>,
): Promise<TestResult> {
  await mkdir(REPORTS, { recursive: true })
  const file = join(REPORTS, name)
  await rm(file, { force: true })
  const { isSuccess, output } = await run(file)
  const text = await readFile(file, 'utf8').catch(() => '')
  return { ...tallyOf(isSuccess, () => count(JSON.parse(text))), output }
}
