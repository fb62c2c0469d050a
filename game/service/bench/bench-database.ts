import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureDatabase } from '@bullring/stack/database/ensure-database'
import { startPostgres } from '@bullring/stack/database/postgres'
import { startTemporaryPostgres } from '@bullring/stack/database/temporary-postgres'
import { repositoryRoot } from '@bullring/stack/repository-root'

/** Databases on a dedicated server with production durability settings. */
export type BenchDatabases = {
  /** Process of the server. */
  pid: number
  create: (name: string) => Promise<string>
  stop: () => Promise<void>
}

/** @param folder - Keeps the server's files for further runs; by default they are removed with the server. */
export async function startBenchDatabases(folder?: string): Promise<BenchDatabases> {
  const server =
    folder === undefined
      ? await startTemporaryPostgres({ isDurable: true })
      : await startKeptPostgres(folder)
  return {
    pid: server.child.pid,
    create: async (name) => {
      await ensureDatabase(server.adminUrl, name)
      return server.databaseUrl(name)
    },
    stop: server.stop,
  }
}

/** With the settings of a server that has as many bets. */
async function startKeptPostgres(folder: string) {
  const configFile = join(folder, 'postgresql.conf')
  await mkdir(folder, { recursive: true })
  await copyFile(join(repositoryRoot, 'ops/cluster/postgresql.conf'), configFile)
  const server = await startPostgres({ folder, isDurable: true, password: 'bench', configFile })
  const stop = async () => {
    await server.child.stop()
  }
  return { ...server, stop }
}
