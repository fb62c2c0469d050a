import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../database/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection to the test run's server, with the right to make databases. */
    postgresUrl: string
  }
}

/** One PostgreSQL server for a whole test run; each test file makes a database of its own on it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'bullring-test-'))
  await chmod(folder, 0o711)
  const options = { folder: join(folder, 'postgres'), password: 'test', isDurable: false }
  const postgres = await startPostgres(options)
  project.provide('postgresUrl', postgres.adminUrl)
  return async () => {
    await postgres.child.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
