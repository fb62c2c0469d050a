import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildContracts } from '../build.ts'
import { startPostgres } from '../database/postgres.ts'

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
  const folder = await mkdtemp(join(tmpdir(), 'bullring-test-'))
  await chmod(folder, 0o711)
  const options = {
    folder: join(folder, 'postgres'),
    password: 'test',
    isDurable: false,
    programsFolder: project.getProvidedContext().postgresPrograms || undefined,
  }
  const postgres = await startPostgres(options)
  project.provide('postgresUrl', postgres.adminUrl)
  return async () => {
    await postgres.child.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
