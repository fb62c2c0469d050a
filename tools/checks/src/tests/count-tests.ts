import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import * as z from 'zod/mini'
import { type ProgramOptions, runProgram } from '../running/run-program.ts'

const REPORT = join(repositoryRoot, 'artifacts/reports/playwright-list.json')

/** Playwright counts listed tests as skipped. */
const PlaywrightList = z.object({ stats: z.object({ skipped: z.int() }) })
const VitestList = z.array(z.unknown())

/** Returns the number of browser tests. Listing them needs no browser. */
export async function countBrowserTests({ env, signal }: ProgramOptions): Promise<number> {
  await rm(REPORT, { force: true })
  await runProgram(
    'playwright',
    ['test', '--list', '-c', 'e2e/playwright.config.ts', '--reporter=json'],
    {
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: REPORT },
      signal,
    },
  )
  const report = z.parse(PlaywrightList, JSON.parse(await readFile(REPORT, 'utf8')))
  return report.stats.skipped
}

/** Returns the number of tests that run on another PostgreSQL. */
export async function countOtherPostgresTests({ env, signal }: ProgramOptions): Promise<number> {
  const { stdout } = await runProgram('vitest', ['list', '--project', 'other-postgres', '--json'], {
    env: { ...env, TEST_POSTGRES_PROGRAMS: '-' },
    signal,
  })
  return z.parse(VitestList, JSON.parse(stdout)).length
}
