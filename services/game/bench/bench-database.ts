import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDatabase } from '@bullring/stack/database/ensure-database'
import { startPostgres } from '@bullring/stack/database/postgres'

/** Databases on a server of their own, with the settings of one in use: nothing is traded for speed. */
export type BenchDatabases = {
  create: (name: string) => Promise<string>
  stop: () => Promise<void>
}

export async function startBenchDatabases(): Promise<BenchDatabases> {
  const folder = await mkdtemp(join(tmpdir(), 'bullring-bench-'))
  await chmod(folder, 0o711)
  const server = await startPostgres({
    folder: join(folder, 'postgres'),
    password: 'bench',
    isDurable: true,
  })
  return {
    create: async (name) => {
      await ensureDatabase(server.adminUrl, name)
      return server.databaseUrl(name)
    },
    stop: async () => {
      await server.child.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
