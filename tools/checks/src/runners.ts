import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import type { ProgramOptions } from './run-program.ts'
import { runProgram } from './run-program.ts'
import { forgeTally, playwrightTally, type Tally, tallyOf, vitestTally } from './tally.ts'

export type RunnerResult = Tally & { output: string }

/** A test runner and how to count what it ran. */
export type Runner = { name: string; run: (options: ProgramOptions) => Promise<RunnerResult> }

/** Forge, started so that it fails when it fails. */
const FORGE = 'contracts/scripts/forge.ts'

const REPORTS = join(repositoryRoot, 'artifacts/reports')

/** A folder of its own: other tests use the built contracts at the same time. */
const CONTRACT_TESTS = {
  FOUNDRY_OUT: 'artifacts/contract-tests/out',
  FOUNDRY_CACHE_PATH: 'artifacts/contract-tests/cache',
}

const contracts: Runner = {
  name: 'contracts (forge)',
  run: async ({ env, signal }) => {
    const options = { env: { ...env, ...CONTRACT_TESTS }, signal }
    const { isSuccess, stdout, output } = await runProgram(
      'node',
      [FORGE, 'test', '--json'],
      options,
    )
    const tally = tallyOf(isSuccess, () => forgeTally(JSON.parse(stdout)))
    return { ...tally, output: tally.failed > 0 ? (await forgeInWords(options)) || output : '' }
  },
}

const units: Runner = {
  name: 'units and integration (Vitest)',
  run: (options) =>
    reported('vitest.json', vitestTally, (file) =>
      runProgram(
        'vitest',
        ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
        options,
      ),
    ),
}

/** What a server of another version could do differently: migrations, triggers, notifications, locks. */
const DATABASE_TESTS = [
  'services/game/src/db/',
  'services/game/src/app/reorg.test.ts',
  'services/game/src/app/stream.test.ts',
  'services/game/src/chaos/kill-index.test.ts',
]

/** @param programs - Folder of the programs of a PostgreSQL 15. */
export function oldPostgresRunner(programs: string): Runner {
  return {
    name: 'index on PostgreSQL 15 (Vitest)',
    run: (options) =>
      reported('vitest-postgres-15.json', vitestTally, (file) =>
        runProgram(
          'vitest',
          [
            ...['run', '--project', 'node', '--reporter=default', '--reporter=json'],
            ...[`--outputFile.json=${file}`, ...DATABASE_TESTS],
          ],
          { ...options, env: { ...options.env, TEST_POSTGRES_PROGRAMS: programs } },
        ),
      ),
  }
}

/** @param chromium - Path of the browser. */
export function browserRunner(chromium: string): Runner {
  return {
    name: 'browser (Playwright)',
    run: (options) =>
      reported('playwright.json', playwrightTally, (file) =>
        runProgram(
          'playwright',
          ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
          {
            ...options,
            env: { ...options.env, CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
          },
        ),
      ),
  }
}

/** The runners that need no browser. */
export const runners: readonly Runner[] = [contracts, units]

async function reported(
  name: string,
  count: (report: unknown) => Tally,
  run: (file: string) => Promise<{ isSuccess: boolean; output: string }>,
): Promise<RunnerResult> {
  await mkdir(REPORTS, { recursive: true })
  const file = join(REPORTS, name)
  await rm(file, { force: true })
  const { isSuccess, output } = await run(file)
  const text = await readFile(file, 'utf8').catch(() => '')
  return { ...tallyOf(isSuccess, () => count(JSON.parse(text))), output }
}

async function forgeInWords(options: ProgramOptions): Promise<string> {
  return (await runProgram('node', [FORGE, 'test', '--fail-fast'], options)).output
}
