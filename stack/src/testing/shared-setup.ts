import type { TestProject } from 'vitest/node'
import { buildContracts } from '../build.ts'
import { startTemporaryPostgres } from '../database/temporary-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test run's server, with the right to create databases. */
    postgresUrl: string
    /** Folder of the server's programs; empty for the bundled ones. */
    postgresPrograms: string
    /** True with TEST_DEEP=1: longer histories, more repetitions. */
    isDeep: boolean
  }
}

/**
 * Sets up what a whole test run shares: compiled contracts, and one PostgreSQL server on which each test
 * file creates its own database.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildContracts()
  const programsFolder = project.getProvidedContext().postgresPrograms || undefined
  const postgres = await startTemporaryPostgres({ isDurable: false, programsFolder })
  project.provide('postgresUrl', postgres.adminUrl)
  return postgres.stop
}
