import type { TestProject } from 'vitest/node'
import { buildContracts } from '../build.ts'
import { startTemporaryPostgres } from '../database/temporary-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection to the test run's server, with the right to make databases. */
    postgresUrl: string
    /** Folder of the server's programs; empty for those npm brought. */
    postgresPrograms: string
  }
}

/**
 * What the tests of a whole run share: compiled contracts, and one PostgreSQL server on which each test
 * file makes a database of its own.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildContracts()
  const programsFolder = project.getProvidedContext().postgresPrograms || undefined
  const postgres = await startTemporaryPostgres({ isDurable: false, programsFolder })
  project.provide('postgresUrl', postgres.adminUrl)
  return postgres.stop
}
